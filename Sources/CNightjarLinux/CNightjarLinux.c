// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

#include "CNightjarLinux.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

extern char **environ;

int nightjar_pidfd_open(int32_t pid) {
  return (int)syscall(SYS_pidfd_open, pid, 0);
}

int nightjar_pidfd_send_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

enum nightjar_end nightjar_reap(int pidfd, int32_t *value) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int result;
  do {
    result = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return NIGHTJAR_END_NOT_OURS;
  if (info.si_pid == 0) return NIGHTJAR_END_NONE;
  *value = info.si_status;
  return info.si_code == CLD_EXITED ? NIGHTJAR_END_EXITED : NIGHTJAR_END_SIGNALED;
}

char **nightjar_environment(void) {
  return environ;
}

int nightjar_sem_wait(void *semaphore, int64_t nanoseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  int64_t rest = end.tv_nsec + nanoseconds;
  end.tv_sec += rest / 1000000000;
  end.tv_nsec = rest % 1000000000;
  return sem_clockwait((sem_t *)semaphore, CLOCK_MONOTONIC, &end);
}
