// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// A socket that listens, and the path that it made for itself.
final class ListeningSocket {
  /// How many peers may wait to be accepted; the kernel cuts it to `net.core.somaxconn`.
  private static let backlog: Int32 = 4096

  let descriptor: Int32
  let path: String?
  private let inode: UInt64
  private var isClosed = false

  /// Takes over a listening socket that was inherited.
  ///
  /// - Parameter descriptor: Closed by ``close()``; not when this throws.
  /// - Throws: `WireError.Code.system` when it is not a listening Unix stream socket.
  init(inherited descriptor: Int32) throws(WireError) {
    guard UnixSocket.isStream(descriptor, listening: true) else {
      throw WireError(
        .system,
        "descriptor \(descriptor) is not a listening Unix stream socket; "
          + "set ListenStream= to a path in the socket unit",
        cause: SystemError(errno: EINVAL, call: "listen", subject: "descriptor \(descriptor)")
      )
    }
    try WireError.wrapping { () throws(SystemError) in
      try UnixSocket.makeNonBlocking(descriptor)
    }
    self.descriptor = descriptor
    path = nil
    inode = 0
  }

  /// Makes a socket at a path that only this user can connect to.
  ///
  /// - Parameter path: Where the socket shall be; its folder is made if it is not there.
  /// - Throws: `WireError`: `.alreadyServed`, `.untrusted` or `.system`.
  init(path: String) throws(WireError) {
    let folder = try SocketFolder(of: path)
    // Two servers that start at once must not each take the other's new socket for a dead one.
    try folder.lock()
    descriptor = try WireError.wrapping { () throws(SystemError) in
      try UnixSocket.make(isBlocking: false)
    }
    do {
      inode = try Self.occupy(path, in: folder, with: descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.path = path
  }

  deinit {
    close()
  }

  /// Closes the socket and removes its path, if that is still this socket's.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    if let path, Self.inode(at: path) == inode { unlink(path) }
    Glibc.close(descriptor)
  }

  /// Binds and listens, after removing what a server that is gone left behind.
  private static func occupy(
    _ path: String,
    in folder: SocketFolder,
    with descriptor: Int32
  ) throws(WireError) -> UInt64 {
    // The mode of the socket in the file system is the one that it has here, less the umask.
    fchmod(descriptor, 0o600)
    let address = folder.address(of: path)
    do {
      try UnixSocket.bind(descriptor, to: address)
    } catch {
      guard error.errno == EADDRINUSE else { throw WireError(error) }
      try removeLeftover(at: path, address: address)
      try WireError.wrapping { () throws(SystemError) in
        try UnixSocket.bind(descriptor, to: address)
      }
    }
    chmod(path, 0o600)
    try WireError.wrapping { () throws(SystemError) in
      try UnixSocket.listen(descriptor, backlog: backlog)
    }
    return inode(at: path) ?? 0
  }

  private static func removeLeftover(at path: String, address: String) throws(WireError) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFSOCK else {
      throw WireError(
        .untrusted,
        "\(path) is there and is not a socket; remove it or choose another path"
      )
    }
    if try isAnswered(address) {
      throw WireError(
        .alreadyServed,
        "another server answers at \(path); stop it or choose another path"
      )
    }
    unlink(path)
  }

  private static func isAnswered(_ address: String) throws(WireError) -> Bool {
    let probe = try WireError.wrapping { () throws(SystemError) in
      try UnixSocket.make(isBlocking: false)
    }
    defer { Glibc.close(probe) }
    do {
      try UnixSocket.connect(probe, to: address)
      return true
    } catch {
      switch error.errno {
      case ECONNREFUSED, ENOENT: return false
      // Its queue is full, so somebody is there.
      case EAGAIN: return true
      default: throw WireError(error)
      }
    }
  }

  private static func inode(at path: String) -> UInt64? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? UInt64(facts.st_ino) : nil
  }
}
