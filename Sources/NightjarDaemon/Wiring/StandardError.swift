// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel

/// Prints log lines: with a priority when the journal reads them, with a time when a person does.
struct StandardError {
  private let isJournal: Bool

  /// A file takes every line at once; only of a pipe or a terminal it must be asked.
  private let isFile: Bool

  /// Looks whether standard error is the journal, as systemd.exec(5) says of `JOURNAL_STREAM`.
  init(environment: [String: String]) {
    var status = stat()
    fstat(STDERR_FILENO, &status)
    isFile = status.st_mode & S_IFMT == S_IFREG
    isJournal = environment["JOURNAL_STREAM"] == "\(status.st_dev):\(status.st_ino)"
  }

  func print(_ record: LogRecord) {
    let app = record.app.map { " \(LogText.line($0.rawValue))" } ?? ""
    let head = isJournal ? "<\(record.level.priority)>" : "\(record.at.rfc3339)\(app) "
    var line = Array("\(head)[\(record.category)] \(record.message)\n".utf8)
    // A reader that has stopped must not stop the daemon. A log that cannot be written has nowhere
    // to complain to; its lines are in the history all the same.
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard isFile || poll(&ready, 1, 0) > 0 else { return }
    _ = line.withUnsafeMutableBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension LogRecord.Level {
  /// The priority of syslog(3), which sd-daemon(3) puts in front of a line.
  fileprivate var priority: Int {
    switch self {
    case .notice: 5
    case .warning: 4
    case .error: 3
    }
  }
}
