// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

extension UnixSocket {
  /// Reads what is there, without waiting.
  ///
  /// - Parameters:
  ///   - descriptor: A connected socket.
  ///   - buffer: Where the bytes go.
  /// - Returns: How many came, or why none did.
  package static func receive(
    _ descriptor: Int32,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> Transfer {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { return .moved(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      if errno == EAGAIN { return .wouldBlock }
      return .failed(.last("recv"))
    }
  }

  /// Writes what fits, without waiting and without SIGPIPE.
  ///
  /// - Parameters:
  ///   - descriptor: A connected socket.
  ///   - bytes: What to write; not empty.
  /// - Returns: How many went, or why none did.
  package static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    while true {
      let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
      if count >= 0 { return .moved(count) }
      if errno == EINTR { continue }
      if errno == EAGAIN { return .wouldBlock }
      return .failed(.last("send"))
    }
  }

  /// Waits until something can be moved or the other end is gone.
  ///
  /// - Parameters:
  ///   - descriptor: A connected socket.
  ///   - writing: Whether to wait for room to write instead of bytes to read.
  ///   - milliseconds: How long to wait at most; -1 waits without end.
  /// - Returns: Whether it is ready; a signal or the end of the time counts as not.
  package static func wait(_ descriptor: Int32, writing: Bool, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(writing ? POLLOUT : POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// Whether the other end has closed its socket altogether, so that nothing can reach it.
  package static func isHungUp(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Ends both directions, which wakes the threads that wait; the descriptor stays open.
  package static func shutDown(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Limits how long a blocking connect or send may wait.
  ///
  /// - Parameters:
  ///   - descriptor: A socket.
  ///   - nanoseconds: The limit; 0 means none.
  package static func limitWaiting(_ descriptor: Int32, nanoseconds: Int64) {
    var limit = timeval(
      tv_sec: Int(nanoseconds / 1_000_000_000),
      tv_usec: Int(nanoseconds % 1_000_000_000 / 1000)
    )
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_SNDTIMEO,
      &limit,
      socklen_t(MemoryLayout<timeval>.size)
    )
  }

  /// The process and the user at the other end, as they were when it connected: SO_PEERCRED.
  ///
  /// - Parameter descriptor: A connected socket.
  /// - Returns: The process number, 0 when it lies in a namespace that we do not see, and the user.
  /// - Throws: `SystemError` when the descriptor is not a connected socket.
  package static func credentials(
    of descriptor: Int32
  ) throws(SystemError) -> (pid: Int32, uid: UInt32) {
    var pid: Int32 = 0
    var uid: UInt32 = 0
    guard nightjar_peer_credentials(descriptor, &pid, &uid) == 0 else {
      throw .last("getsockopt SO_PEERCRED", "descriptor \(descriptor)")
    }
    return (pid, uid)
  }

  /// Opens a descriptor for the process at the other end.
  ///
  /// SO_PEERPIDFD (Linux 6.5) names the very process that connected; before it there is only its
  /// number, which another process may have got since.
  ///
  /// - Parameter descriptor: A connected socket.
  /// - Returns: The descriptor, which the caller closes; `nil` when the process is gone.
  /// - Throws: `SystemError`: EMFILE or ENFILE when no descriptors are left.
  package static func processDescriptor(of descriptor: Int32) throws(SystemError) -> Int32? {
    let direct = nightjar_peer_pidfd(descriptor)
    if direct >= 0 {
      _ = fcntl(direct, F_SETFD, FD_CLOEXEC)
      return direct
    }
    if errno == ENOPROTOOPT {
      let peer = try credentials(of: descriptor)
      let byNumber = peer.pid > 0 ? nightjar_pidfd_open(peer.pid) : -1
      if byNumber >= 0 { return byNumber }
    }
    if errno == EMFILE || errno == ENFILE { throw .last("SO_PEERPIDFD") }
    return nil
  }
}
