// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// Finds an address for a socket whose path may be longer than an address holds.
enum SocketAddress {
  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path by way of an open folder.
  ///
  /// - Parameters:
  ///   - path: The path of the socket.
  ///   - descriptor: Its folder.
  /// - Returns: The path itself if it is short enough, else one that holds while the folder is
  ///   open.
  static func address(of path: String, throughFolder descriptor: Int32) -> String {
    guard path.utf8.count > UnixSocket.longestPath else { return path }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return "/proc/self/fd/\(descriptor)/\(name)"
  }

  /// Calls something with an address of the path, opening the folder if that is needed.
  ///
  /// - Parameters:
  ///   - path: The path of the socket.
  ///   - body: Gets the address, which holds only during the call.
  /// - Throws: `SystemError` when the folder cannot be opened, or whatever the body throws.
  static func withAddress(
    of path: String,
    _ body: (String) throws(SystemError) -> Void
  ) throws(SystemError) {
    guard path.utf8.count > UnixSocket.longestPath else { return try body(path) }
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    try body(address(of: path, throughFolder: descriptor))
  }
}
