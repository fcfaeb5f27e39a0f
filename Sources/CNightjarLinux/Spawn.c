// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

#include "CNightjarLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// posix_spawn(3) can neither put the child into a cgroup nor say which of its steps failed, so the
// steps between fork and exec are done here. The process has threads: between the two calls only
// what signal-safety(7) lists and plain system calls are allowed.

struct failure {
  int step;
  int error;
};

static void fail(int report, enum nightjar_spawn_step step) {
  struct failure failure = {step, errno};
  ssize_t written;
  do {
    written = write(report, &failure, sizeof failure);
  } while (written < 0 && errno == EINTR);
  _exit(127);
}

static void reset_signals(void) {
  // The kernel's own struct sigaction, all zero: SIG_DFL, no flags, no mask. sigaction(3) would
  // refuse the signals that glibc keeps for itself, which can be inherited as ignored.
  unsigned long plain[8] = {0};
  for (int number = 1; number < NSIG; number++)
    syscall(SYS_rt_sigaction, number, plain, NULL, (NSIG - 1) / 8);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_on_exec_from(unsigned int first) {
#ifdef SYS_close_range
  // CLOSE_RANGE_CLOEXEC, Linux 5.11; the report pipe must live until the program begins.
  if (syscall(SYS_close_range, first, ~0U, 1U << 2) == 0) return;
#endif
  struct rlimit limit;
  unsigned int end = 65536;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < end)
    end = (unsigned int)limit.rlim_cur;
  for (unsigned int number = first; number < end; number++)
    fcntl((int)number, F_SETFD, FD_CLOEXEC);
}

// Returns the report descriptor, which may have had to move out of the way.
static int place_descriptors(const struct nightjar_spawn *spawn, int report) {
  int floor = 3;
  for (int index = 0; index < spawn->count; index++)
    if (spawn->targets[index] >= floor) floor = spawn->targets[index] + 1;

  int moved_report = fcntl(report, F_DUPFD_CLOEXEC, floor);
  if (moved_report < 0) fail(report, NIGHTJAR_SPAWN_DESCRIPTORS_STEP);
  report = moved_report;

  // First all out of the way, then each to its place: a source may be another one's target.
  int moved[NIGHTJAR_SPAWN_DESCRIPTORS];
  for (int index = 0; index < spawn->count; index++) {
    moved[index] = fcntl(spawn->sources[index], F_DUPFD_CLOEXEC, floor);
    if (moved[index] < 0) fail(report, NIGHTJAR_SPAWN_DESCRIPTORS_STEP);
  }
  close_on_exec_from(3);
  for (int index = 0; index < spawn->count; index++)
    if (dup2(moved[index], spawn->targets[index]) < 0)
      fail(report, NIGHTJAR_SPAWN_DESCRIPTORS_STEP);
  return report;
}

static void limit_open_files(uint64_t count) {
  struct rlimit limit;
  if (count == 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = count;
  // A program that may open more than it expects is no reason not to start it.
  setrlimit(RLIMIT_NOFILE, &limit);
}

static void enter_group(const struct nightjar_spawn *spawn, int report) {
  if (spawn->cgroup < 0) return;
  int processes = openat(spawn->cgroup, "cgroup.procs", O_WRONLY | O_CLOEXEC);
  // "0" stands for the writer, so the program never runs outside its group (cgroups(7)).
  if (processes < 0 || write(processes, "0", 1) != 1) fail(report, NIGHTJAR_SPAWN_CGROUP);
}

static void run_child(const struct nightjar_spawn *spawn, int is_in_group, int report) {
  if (spawn->new_session && setsid() < 0) fail(report, NIGHTJAR_SPAWN_SESSION);
  if (!is_in_group) enter_group(spawn, report);
  if (spawn->directory && chdir(spawn->directory) < 0) fail(report, NIGHTJAR_SPAWN_DIRECTORY);
  report = place_descriptors(spawn, report);
  reset_signals();
  limit_open_files(spawn->open_files);
  execve(spawn->path, spawn->arguments, spawn->environment);
  fail(report, NIGHTJAR_SPAWN_EXEC);
}

static ssize_t read_failure(int report, struct failure *failure) {
  ssize_t count;
  do {
    count = read(report, failure, sizeof *failure);
  } while (count < 0 && errno == EINTR);
  return count;
}

// To move a process into a group takes the kernel ten milliseconds and more, to make it there none.
static pid_t fork_into_group(int cgroup, int *is_in_group) {
  *is_in_group = 0;
#if defined(SYS_clone3) && defined(CLONE_INTO_CGROUP)
  struct clone_args arguments = {
      .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = (uint64_t)cgroup};
  if (cgroup >= 0) {
    pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    *is_in_group = child >= 0;
    if (child >= 0) return child;
  }
#endif
  return fork();
}

int nightjar_spawn(const struct nightjar_spawn *spawn, int32_t *pid,
                   enum nightjar_spawn_step *step) {
  *step = NIGHTJAR_SPAWN_PIPE;
  int report[2];
  if (spawn->count > NIGHTJAR_SPAWN_DESCRIPTORS) return EINVAL;
  if (pipe2(report, O_CLOEXEC) < 0) return errno;

  // A handler of ours must not run in the child, so no signal may arrive around the fork.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int is_in_group;
  pid_t child = fork_into_group(spawn->cgroup, &is_in_group);
  int error = errno;
  if (child == 0) run_child(spawn, is_in_group, report[1]);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (child < 0) {
    close(report[0]);
    *step = NIGHTJAR_SPAWN_FORK;
    return error;
  }

  struct failure failure;
  ssize_t count = read_failure(report[0], &failure);
  close(report[0]);
  if (count != (ssize_t)sizeof failure) {
    *pid = child;
    return 0;
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  *step = (enum nightjar_spawn_step)failure.step;
  return failure.error;
}
