// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

/// The folder in which each app has a log of what it prints.
///
/// The app writes to the file itself, so that its output goes on while the daemon restarts: with a
/// pipe it would die of SIGPIPE. The price is that the daemon can only cut the file afterwards; how
/// large it grows in between is bounded by how often it is looked at (``LogRotation``).
struct LogFolder {
  let path: String
  private let stateFolder: String

  init(stateFolder: String) {
    self.stateFolder = stateFolder
    path = "\(stateFolder)/logs"
  }

  /// The log of an app.
  func file(of app: AppIdentifier) -> String { "\(path)/\(Self.name(of: app)).log" }

  /// What was in the log before it grew too large.
  func olderFile(of app: AppIdentifier) -> String { file(of: app) + ".1" }

  /// Opens the log of an app to write at its end; the folder is made when it is missing.
  func open(_ app: AppIdentifier) throws(SystemError) -> Descriptor {
    for folder in [stateFolder, path] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw .last("mkdir", folder)
    }
    return try Descriptor.open(file(of: app), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW)
  }

  /// Removes the logs of an app.
  func remove(_ app: AppIdentifier) {
    unlink(file(of: app))
    unlink(olderFile(of: app))
  }

  /// Moves the log aside when it is too large.
  ///
  /// The file stays the same one, since apps have it open: its end is copied, then it is emptied.
  /// Lines written between the two are lost.
  ///
  /// - Parameters:
  ///   - app: Whose log.
  ///   - limit: How large it may be, and how much of its end is kept.
  /// - Throws: `SystemError` when it cannot be copied; it is emptied nonetheless.
  func cut(_ app: AppIdentifier, limit: Int64) throws(SystemError) {
    let log = try Descriptor.open(file(of: app), O_RDWR | O_NOFOLLOW)
    var status = stat()
    guard fstat(log.number, &status) == 0, status.st_size > limit else { return }
    var failure: SystemError?
    do {
      let end = status.st_size
      try copy(log.number, (end - Int(limit))..<end, to: olderFile(of: app))
    } catch {
      failure = error
    }
    guard ftruncate(log.number, 0) == 0 else { throw .last("ftruncate", file(of: app)) }
    if let failure { throw failure }
  }

  /// Copies a part of the log but for its first line, which is cut off in its middle.
  private func copy(_ log: Int32, _ part: Range<Int>, to path: String) throws(SystemError) {
    let older = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var position = part.lowerBound
    while position < part.upperBound {
      let count = pread(log, &chunk, min(chunk.count, part.upperBound - position), position)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last("pread", path) }
      if count == 0 { return }
      var kept = chunk[..<count]
      if position == part.lowerBound, let end = kept.firstIndex(of: UInt8(ascii: "\n")) {
        kept = kept[(end + 1)...]
      }
      position += count
      let written = kept.withUnsafeBytes { write(older.number, $0.baseAddress, $0.count) }
      guard written == kept.count else { throw .last("write", path) }
    }
  }

  /// A file name for an app's identifier, which may be a path.
  ///
  /// Bytes other than letters, digits, `-`, `_` and a point that is not the first are written as
  /// `%XX`. A name that would be too long for a file system keeps its beginning and ends in a hash
  /// after `~`, which no short name can hold.
  static func name(of app: AppIdentifier) -> String {
    var name = ""
    for byte in app.rawValue.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where !name.isEmpty:
        name += "."
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        name += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    guard name.utf8.count > 200 else { return name }
    // FNV-1a, 64 bits.
    let hash = app.rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return "\(name.prefix(160))~\(String(hash, radix: 16))"
  }
}
