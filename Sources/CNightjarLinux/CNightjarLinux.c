// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

#include "CNightjarLinux.h"

#include <sys/syscall.h>
#include <unistd.h>

int nightjar_pidfd_open(int32_t pid) {
  return (int)syscall(SYS_pidfd_open, pid, 0);
}
