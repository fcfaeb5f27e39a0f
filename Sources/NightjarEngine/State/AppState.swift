// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What the engine knows of one app.
struct AppState {
  var record: AppRecord
  var permitted: PermittedIdentifiers

  /// The pending requests, by identifier: slots in the ``EntryTable``.
  var requests: [TaskIdentifier: Int32] = [:]

  /// The tasks that run.
  var running: [TaskIdentifier: RunNumber] = [:]

  /// Crash counts that are not zero.
  var crashes: [TaskIdentifier: Crashes] = [:]

  /// The processes, oldest first; rarely more than one.
  var processes: [ProcessRecord] = []

  /// When a launch may be tried again, after one failed.
  var launchRetryAt: Instant?

  init(record: AppRecord) {
    self.record = record
    permitted = PermittedIdentifiers(
      entries: record.facts.permittedIdentifiers,
      bundleIdentifier: record.facts.bundleIdentifier
    )
  }

  /// How often a task crashed in a row, and what follows from it.
  struct Crashes {
    var count: Int
    var isQuarantined: Bool
    var retryAt: Instant?
  }

  /// The process that a task is handed to: one that the daemon started before one of the user's,
  /// the newest of those.
  var deliveryTarget: ProcessRecord? {
    let ready = processes.filter { $0.phase == .ready && $0.isAttached }
    return ready.last(where: \.isDaemonStarted) ?? ready.last
  }

  /// Whether a process is on its way up and is waited for.
  var isLaunching: Bool { processes.contains { $0.phase == .launching && $0.deadline != nil } }

  /// Whether a new launch must wait for a process to go away or to come back.
  var mustWaitForProcess: Bool {
    processes.contains { $0.phase == .ending || $0.phase == .lost }
  }

  /// Whether the user has the app in front.
  var isForeground: Bool {
    processes.contains { $0.isForeground && $0.isAttached && $0.phase != .ending }
  }

  /// The state for people, as `nightjar apps` prints it.
  var displayState: String {
    if isForeground { return "foreground" }
    if processes.contains(where: { $0.phase == .ready && !$0.isFrozen }) { return "background" }
    if processes.contains(where: \.isFrozen) { return "suspended" }
    return isLaunching ? "launching" : "notRunning"
  }
}
