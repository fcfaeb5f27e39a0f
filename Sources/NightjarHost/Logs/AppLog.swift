// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NightjarModel
package import NightjarSystem

/// Reads what apps have printed.
package enum AppLog {
  /// The most bytes that are read, however long the lines are.
  private static let room = 2 << 20

  /// The file that an app's output goes to.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - stateFolder: The daemon's state folder.
  /// - Returns: The path; the file may not exist yet.
  package static func path(of app: AppIdentifier, stateFolder: String) -> String {
    LogFolder(stateFolder: stateFolder).file(of: app)
  }

  /// The last lines that an app printed.
  ///
  /// - Parameters:
  ///   - count: How many lines at most.
  ///   - app: The app.
  ///   - stateFolder: The daemon's state folder.
  /// - Returns: The lines, oldest first; none when the app has printed nothing. Bytes that are not
  ///   UTF-8 are replaced, control characters are left as they are.
  /// - Throws: `SystemError` when a log is there but cannot be read.
  package static func lastLines(
    _ count: Int,
    of app: AppIdentifier,
    stateFolder: String
  ) throws(SystemError) -> [String] {
    let folder = LogFolder(stateFolder: stateFolder)
    var lines = try lines(of: folder.file(of: app))
    if lines.count < count { lines = try Self.lines(of: folder.olderFile(of: app)) + lines }
    return lines.suffix(max(0, count)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func lines(of path: String) throws(SystemError) -> [ArraySlice<UInt8>] {
    let bytes: [UInt8]
    do {
      let file = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      bytes = try tail(of: file.number, path)
    } catch  where error.errno == ENOENT {
      return []
    }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last line end is a line only if there is something.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func tail(of file: Int32, _ path: String) throws(SystemError) -> [UInt8] {
    let size = lseek(file, 0, SEEK_END)
    var position = max(0, size - room)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < room {
      let count = pread(file, &chunk, chunk.count, position)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last("pread", path) }
      if count == 0 { break }
      position += count
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }
}
