// Part of Nightjar. SPDX-License-Identifier: Apache-2.0
//
// The Linux calls that Swift's Glibc overlay lacks or cannot call. _GNU_SOURCE comes from the
// manifest: defined in a header it would break the import of Glibc's own module.

#pragma once

#include "Netlink.h"
#include "Sockets.h"

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>

/// Opens a descriptor for a process, pidfd_open(2): glibc 2.36 has it, older ones do not.
int nightjar_pidfd_open(int32_t pid);

/// Sends a signal to the process of a pidfd, pidfd_send_signal(2).
int nightjar_pidfd_send_signal(int pidfd, int signal);

/// How a child ended, as nightjar_reap found it.
enum nightjar_end {
  /// It lives.
  NIGHTJAR_END_NONE,
  /// It called exit; the value is the code.
  NIGHTJAR_END_EXITED,
  /// A signal ended it; the value is its number.
  NIGHTJAR_END_SIGNALED,
  /// The process is not our child, so nobody tells us.
  NIGHTJAR_END_NOT_OURS,
};

/// Takes the status of an ended child through its pidfd, waitid(2), without waiting.
enum nightjar_end nightjar_reap(int pidfd, int32_t *value);

/// The environment of this process: `environ` is a mutable global that Swift refuses to read.
char **nightjar_environment(void);

/// What a child is started with. Strings and arrays are ended by NULL as for execve(2).
struct nightjar_spawn {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The working directory; NULL keeps ours.
  const char *directory;
  /// Which of our descriptors (`sources`) the child gets under which number (`targets`).
  const int *sources;
  const int *targets;
  int count;
  /// A descriptor of the folder of the child's group, cgroups(7); -1 for our own group.
  int cgroup;
  /// Whether the child leads a session, and so a process group, of its own.
  int new_session;
  /// How many descriptors the child may have open, getrlimit(2); 0 keeps our limit.
  uint64_t open_files;
};

/// The most descriptors that a child can be handed.
#define NIGHTJAR_SPAWN_DESCRIPTORS 16

/// What a start failed at.
enum nightjar_spawn_step {
  NIGHTJAR_SPAWN_PIPE,
  NIGHTJAR_SPAWN_FORK,
  NIGHTJAR_SPAWN_SESSION,
  NIGHTJAR_SPAWN_CGROUP,
  NIGHTJAR_SPAWN_DIRECTORY,
  NIGHTJAR_SPAWN_DESCRIPTORS_STEP,
  NIGHTJAR_SPAWN_EXEC,
};

/// Starts a child and waits until its program has begun or has turned out not to.
///
/// The child has default signal dispositions, an empty signal mask and no descriptor but those
/// of the map. On failure the child is reaped.
///
/// \returns 0, or the errno of the step that is put into `step`.
int nightjar_spawn(const struct nightjar_spawn *spawn, int32_t *pid,
                   enum nightjar_spawn_step *step);

/// Waits for a semaphore on CLOCK_MONOTONIC, sem_clockwait(3), which Swift's overlay does not show.
int nightjar_sem_wait(void *semaphore, int64_t nanoseconds);
