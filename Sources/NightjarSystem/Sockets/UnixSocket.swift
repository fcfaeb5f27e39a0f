// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Stream sockets of the Unix family, by descriptor; unix(7).
package enum UnixSocket {
  /// How one attempt to move bytes ended.
  package enum Transfer: Hashable, Sendable {
    /// So many bytes were moved, at least one.
    case moved(Int)

    /// Nothing can be moved now.
    case wouldBlock

    /// The other end has finished sending.
    case ended

    /// The connection is broken.
    case failed(SystemError)
  }

  /// The longest path that fits into an address, without the final NUL.
  package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Makes a socket that is closed on exec.
  ///
  /// - Parameter isBlocking: Whether calls on it may wait.
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: `SystemError` when the process has no descriptors left.
  package static func make(isBlocking: Bool) throws(SystemError) -> Int32 {
    var type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    if !isBlocking { type |= Int32(SOCK_NONBLOCK.rawValue) }
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .last("socket") }
    return descriptor
  }

  /// Makes two sockets that are connected to each other, closed on exec and non-blocking.
  ///
  /// - Returns: The descriptors, which the caller closes.
  /// - Throws: `SystemError` when the process has no descriptors left.
  package static func pair() throws(SystemError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard socketpair(AF_UNIX, Int32(type), 0, &ends) == 0 else { throw .last("socketpair") }
    return (ends[0], ends[1])
  }

  /// Gives a socket a path.
  ///
  /// - Parameters:
  ///   - descriptor: The socket.
  ///   - path: At most ``longestPath`` bytes.
  /// - Throws: `SystemError`: EADDRINUSE when something has the path, ENAMETOOLONG when too long.
  package static func bind(_ descriptor: Int32, to path: String) throws(SystemError) {
    let status = try withAddress(of: path) { Glibc.bind(descriptor, $0, $1) }
    guard status == 0 else { throw .last("bind", path) }
  }

  /// Lets others connect.
  ///
  /// - Parameters:
  ///   - descriptor: A socket that has a path.
  ///   - backlog: How many may wait to be accepted.
  /// - Throws: `SystemError` when the socket cannot listen.
  package static func listen(_ descriptor: Int32, backlog: Int32) throws(SystemError) {
    guard Glibc.listen(descriptor, backlog) == 0 else { throw .last("listen") }
  }

  /// Connects to the socket at a path.
  ///
  /// - Parameters:
  ///   - descriptor: The socket to connect.
  ///   - path: At most ``longestPath`` bytes.
  /// - Throws: `SystemError`: ENOENT or ECONNREFUSED when nobody listens, EAGAIN when too many
  ///   wait.
  package static func connect(_ descriptor: Int32, to path: String) throws(SystemError) {
    var status: Int32
    repeat {
      status = try withAddress(of: path) { Glibc.connect(descriptor, $0, $1) }
    } while status != 0 && errno == EINTR
    guard status == 0 else { throw .last("connect", path) }
  }

  /// Takes the next waiting connection, non-blocking and closed on exec.
  ///
  /// - Parameter descriptor: A listening socket.
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: `SystemError`: EAGAIN when none waits, EMFILE when no descriptors are left.
  package static func accept(_ descriptor: Int32) throws(SystemError) -> Int32 {
    let accepted = nightjar_accept(descriptor)
    guard accepted >= 0 else { throw .last("accept4") }
    return accepted
  }

  /// Makes calls on a descriptor that was inherited return at once, and closes it on exec.
  ///
  /// - Parameter descriptor: An open descriptor.
  /// - Throws: `SystemError` when it is not open.
  package static func makeNonBlocking(_ descriptor: Int32) throws(SystemError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { throw .last("fcntl", "descriptor \(descriptor)") }
  }

  /// Makes calls on a descriptor wait, as a program that inherits it expects.
  ///
  /// - Parameter descriptor: An open descriptor.
  /// - Throws: `SystemError` when it is not open.
  package static func makeBlocking(_ descriptor: Int32) throws(SystemError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
      throw .last("fcntl", "descriptor \(descriptor)")
    }
  }

  /// Whether a descriptor is a stream socket of the Unix family.
  ///
  /// - Parameters:
  ///   - descriptor: Any number.
  ///   - listening: Whether it must listen, or must not.
  /// - Returns: Whether it is what was asked for.
  package static func isStream(_ descriptor: Int32, listening: Bool) -> Bool {
    option(SO_DOMAIN, of: descriptor) == AF_UNIX
      && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN, of: descriptor) == (listening ? 1 : 0)
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }

  private static func withAddress(
    of path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= longestPath, !bytes.contains(0) else {
      throw SystemError(errno: ENAMETOOLONG, call: "bind or connect", subject: path)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
