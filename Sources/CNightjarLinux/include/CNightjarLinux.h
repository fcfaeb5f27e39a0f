// Part of Nightjar. SPDX-License-Identifier: Apache-2.0
//
// The Linux calls that Swift's Glibc overlay lacks or cannot call. _GNU_SOURCE comes from the
// manifest: defined in a header it would break the import of Glibc's own module.

#pragma once

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>

/// Opens a descriptor for a process, pidfd_open(2): glibc 2.36 has it, older ones do not.
int nightjar_pidfd_open(int32_t pid);
