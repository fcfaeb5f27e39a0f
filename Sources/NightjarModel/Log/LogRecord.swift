// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A line of the log with its time.
package struct LogRecord: Hashable, Sendable {
  /// How much it matters.
  package enum Level: String, CaseIterable, Hashable, Sendable {
    /// A transition that people follow.
    case notice

    /// Something that somebody should look at.
    case warning

    /// Input or environment that made something fail.
    case error
  }

  /// When it was written.
  package var at: WallTime

  /// How much it matters.
  package var level: Level

  /// The part of the system that speaks, such as `Daemon:lifecycle`.
  package var category: String

  /// What it says.
  package var message: String

  /// The app that it is about.
  package var app: AppIdentifier?

  /// The task that it is about.
  package var task: TaskIdentifier?

  /// Makes a record.
  package init(
    at: WallTime,
    level: Level,
    category: String,
    message: String,
    app: AppIdentifier? = nil,
    task: TaskIdentifier? = nil
  ) {
    self.at = at
    self.level = level
    self.category = category
    self.message = LogText.line(message)
    self.app = app
    self.task = task
  }

  /// Gives an engine's line its time.
  package init(_ line: LogLine, at wall: WallTime) {
    self.init(
      at: wall,
      level: line.level,
      category: line.category,
      message: line.sentence,
      app: line.app,
      task: line.task
    )
  }
}

extension LogLine {
  /// How much the line matters.
  package var level: LogRecord.Level {
    switch self {
    case .replaced, .scored, .starting, .expiring, .completed, .submittedOnMain, .farFloor: .notice
    case .registrationRefused, .ignoredEntry, .expiredWithoutHandler,
      .notCompletedAfterExpiration, .completedAgain, .droppedNotPermitted, .nothingPending,
      .simulatedLaunchRefused, .simulatedExpirationRefused, .noHandler, .cpuExceeded:
      .warning
    case .pendingUnreadable, .launchFailed, .quarantined: .error
    }
  }
}
