// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// Takes the next connection, non-blocking and closed on exec: accept4(2).
int nightjar_accept(int descriptor);

/// Who is at the other end of a Unix socket: SO_PEERCRED, unix(7).
int nightjar_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid);

/// A descriptor for the process at the other end: SO_PEERPIDFD, Linux 6.5.
int nightjar_peer_pidfd(int descriptor);
