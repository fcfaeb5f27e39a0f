// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// Keeps the logs of running apps from growing without end.
///
/// An app that prints nothing costs nothing: the first write after a look wakes the loop once, and
/// the next look comes an interval later.
final class LogRotation {
  private let folder: LogFolder
  private let limit: Int64
  private let interval: TimeSpan
  private let files: FileWatch
  private var timer: LoopTimer?
  private var tokens: [AppIdentifier: FileWatch.Token] = [:]
  private var written: Set<AppIdentifier> = []

  init(
    of folder: LogFolder,
    settings: HostSettings,
    files: FileWatch,
    on loop: EventLoop
  ) throws(SystemError) {
    self.folder = folder
    limit = settings.logLimit
    interval = settings.logInterval
    self.files = files
    timer = try LoopTimer(on: loop) { [weak self] in self?.look() }
  }

  /// Begins to watch the log of an app; the file may be another one than the last time.
  func watch(_ app: AppIdentifier) throws(SystemError) {
    let token = try files.watch(folder.file(of: app), for: [.modified, .removed], once: true) {
      [weak self] changes, _ in
      self?.changed(app, changes)
    }
    if let old = tokens.updateValue(token, forKey: app), old != token { files.unwatch(old) }
  }

  /// Stops watching the log of an app.
  func unwatch(_ app: AppIdentifier) {
    if let token = tokens.removeValue(forKey: app) { files.unwatch(token) }
    written.remove(app)
  }

  /// Stops watching all logs.
  func close() {
    for app in Array(tokens.keys) {
      unwatch(app)
    }
    written = []
    timer?.close()
  }

  private func changed(_ app: AppIdentifier, _ changes: FileWatch.Changes) {
    tokens[app] = nil
    guard !changes.contains(.removed) else { return }
    if written.isEmpty { timer?.arm(at: Clocks.boot + interval.nanoseconds) }
    written.insert(app)
  }

  private func look() {
    let apps = written
    written = []
    for app in apps {
      // Watched before it is measured, so that no write falls between the two. A log that cannot
      // be watched or cut is one that was removed; the next launch makes another.
      try? watch(app)
      try? folder.cut(app, limit: limit)
    }
  }
}
