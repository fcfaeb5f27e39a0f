// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

#include "Sockets.h"

#include <sys/socket.h>

// Linux 6.5 added it; headers of older releases do not know the number.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int nightjar_accept(int descriptor) {
  return accept4(descriptor, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int nightjar_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  return 0;
}

int nightjar_peer_pidfd(int descriptor) {
  int pidfd = -1;
  socklen_t size = sizeof pidfd;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &size) != 0) return -1;
  return pidfd;
}
