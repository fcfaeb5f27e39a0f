// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The daemon's log as it is written: each line goes to standard error, and to those who follow.
final class LogBook {
  private let write: (LogRecord) -> Void
  private var followers: [Int: (LogRecord) -> Void] = [:]
  private var lastFollower = 0

  /// Makes a log.
  ///
  /// - Parameter write: Prints one line.
  init(write: @escaping (LogRecord) -> Void) {
    self.write = write
  }

  func append(_ record: LogRecord) {
    write(record)
    for follower in followers.values {
      follower(record)
    }
  }

  /// Has someone told of each line from now on.
  ///
  /// - Returns: The number to stop under.
  func follow(_ follower: @escaping (LogRecord) -> Void) -> Int {
    lastFollower += 1
    followers[lastFollower] = follower
    return lastFollower
  }

  func stopFollowing(_ number: Int) {
    followers[number] = nil
  }
}

extension LogBook {
  /// Writes a line about the daemon itself.
  func note(_ message: String, _ level: LogRecord.Level = .notice, at wall: WallTime) {
    append(LogRecord(at: wall, level: level, category: "Daemon:lifecycle", message: message))
  }
}
