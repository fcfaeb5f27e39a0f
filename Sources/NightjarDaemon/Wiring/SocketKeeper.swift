// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem
internal import NightjarWire

/// Makes the daemon's socket anew when somebody has removed it, such as one who cleans up `/tmp`.
///
/// Without it the daemon would go on with nobody able to reach it, and with the state folder
/// claimed, so that no other daemon could start either.
final class SocketKeeper {
  private let path: String
  private let server: WireServer
  private let files: FileWatch
  private let onRestored: ((any Error)?) -> Void

  /// Begins to watch a socket.
  ///
  /// - Parameters:
  ///   - path: The socket.
  ///   - server: The server that listens there.
  ///   - loop: Where to wait.
  ///   - onRestored: Told when the socket was made anew, or why it could not be.
  /// - Throws: `SystemError` when files cannot be watched.
  init(
    path: String,
    server: WireServer,
    on loop: EventLoop,
    onRestored: @escaping ((any Error)?) -> Void
  ) throws(SystemError) {
    self.path = path
    self.server = server
    self.onRestored = onRestored
    files = try FileWatch(on: loop)
    try watch()
  }

  /// Stops watching.
  func close() {
    files.close()
  }

  private func watch() throws(SystemError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // A folder that is watched already stays so without a gap; a new one is another.
    try files.watch(folder, for: .removed) { [weak self] _, _ in self?.look() }
  }

  private func look() {
    do {
      // It may be removed once more before its new folder is watched.
      for _ in 0..<3 where isMissing {
        try server.listenAnew(atPath: path)
        try watch()
        onRestored(nil)
      }
    } catch {
      onRestored(error)
    }
  }

  /// Whether nothing stands at the path; what else may stand there is for its maker to answer for.
  private var isMissing: Bool {
    var facts = stat()
    return lstat(path, &facts) != 0
  }
}
