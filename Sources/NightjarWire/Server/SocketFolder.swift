// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// The folder of a socket, held open while the socket is made.
///
/// In a folder that others can write to, they could put a socket of their own in our place.
final class SocketFolder {
  private let descriptor: Int32
  private let path: String

  /// Opens the folder of a path, and makes it with mode 0700 if it is not there.
  ///
  /// - Parameter socket: The path of the socket.
  /// - Throws: `WireError.Code.untrusted` when the folder is a symbolic link, belongs to another
  ///   user or can be written by others; `.system` when it cannot be made or opened.
  init(of socket: String) throws(WireError) {
    path = SocketAddress.folder(of: socket)
    Self.make(path)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = SystemError.last("open", path)
      // With O_DIRECTORY a symbolic link gives ENOTDIR, not ELOOP: open(2).
      guard error.errno == ENOTDIR || error.errno == ELOOP else { throw WireError(error) }
      throw WireError(
        .untrusted,
        "\(path) is a symbolic link or a file; the socket needs a folder of its own"
      )
    }
    do {
      try check()
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    close(descriptor)
  }

  /// Waits until no other server makes a socket in the folder; lasts as long as this object.
  ///
  /// - Throws: `WireError.Code.system` when the file system has no locks.
  func lock() throws(WireError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw WireError(.last("flock", path)) }
    }
  }

  /// What to bind or connect to: a path that is too long for an address goes through the folder.
  func address(of socket: String) -> String {
    SocketAddress.address(of: socket, throughFolder: descriptor)
  }

  private func check() throws(WireError) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw WireError(.last("fstat", path)) }
    guard facts.st_uid == geteuid() else {
      throw WireError(
        .untrusted,
        "\(path) belongs to user \(facts.st_uid), not to user \(geteuid()); choose another folder"
      )
    }
    guard facts.st_mode & 0o022 == 0 else {
      throw WireError(
        .untrusted,
        "\(path) can be written by others; run `chmod go-w \(path)` or choose another folder"
      )
    }
  }

  /// Makes a folder and those above it; what goes wrong shows when the folder is opened.
  private static func make(_ path: String) {
    guard mkdir(path, 0o700) != 0, errno == ENOENT else { return }
    let above = SocketAddress.folder(of: path)
    guard above != path, above != "." else { return }
    make(above)
    mkdir(path, 0o700)
  }
}
