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

  /// When a pending request is tried again, after the store could not record its run.
  var storageRetries: [TaskIdentifier: Instant] = [:]

  /// When it was last logged that a pending request waits (L20).
  var scoredAt: [TaskIdentifier: Instant] = [:]

  /// The processes, oldest first; rarely more than one.
  var processes: [ProcessRecord] = []

  /// The pushes and transfers.
  var deliveries = DeliveryState()

  /// When a launch may be tried again, after one failed.
  var launchRetryAt: Instant?

  /// When the app has its turn, after the machine woke up.
  var resumeTurnAt: Instant?

  init(record: AppRecord) {
    self.record = record
    permitted = PermittedIdentifiers(
      entries: record.facts.permittedIdentifiers,
      bundleIdentifier: record.facts.bundleIdentifier
    )
  }

  /// The silent push that is held or handled.
  var push: PushState {
    get { deliveries.push }
    _modify { yield &deliveries.push }
  }

  /// The background transfers.
  var transfers: TransferState {
    get { deliveries.transfers }
    _modify { yield &deliveries.transfers }
  }

  /// Whether the user swiped it away before the machine was booted.
  var isQuitBeforeBoot: Bool {
    get { deliveries.isQuitBeforeBoot }
    set { deliveries.isQuitBeforeBoot = newValue }
  }

  /// How often a task crashed in a row, and what follows from it.
  struct Crashes {
    var count: Int
    var isQuarantined: Bool
    var retryAt: Instant?
  }

  /// The process that a task is handed to, the newest if several would do.
  ///
  /// Work in the background goes to one that the daemon started before one of the user's. A
  /// continued task belongs to a process that the user sees: its handler was registered there
  /// (4.5).
  func deliveryTarget(for kind: TaskKind, simulated: Bool = false) -> ProcessRecord? {
    let ready = processes.filter { $0.phase == .ready && $0.isAttached }
    switch kind {
    case .refresh, .processing, .healthResearch:
      let settled = ready.filter { $0.settlesAt == nil || simulated }
      return settled.last(where: \.isDaemonStarted) ?? settled.last
    case .continued:
      return ready.last(where: \.isForeground) ?? ready.last { !$0.isDaemonStarted } ?? ready.last
    }
  }

  /// The same key with the texts of the app, since each submission comes with texts of its own.
  func sharing(_ key: RequestKey) -> RequestKey {
    RequestKey(app: record.facts.identifier, task: permitted.shared(key.task))
  }

  /// The process that a push or the news of transfers is handed to; one in front need not settle.
  var deliveryTarget: ProcessRecord? { deliveryTarget(for: .refresh, simulated: isForeground) }

  /// When the delays end that hold a task back.
  func retries(of task: TaskIdentifier) -> [Instant] {
    [launchRetryAt, resumeTurnAt, crashes[task]?.retryAt, storageRetries[task]].compactMap(\.self)
  }

  /// Whether a delay ends at an instant for something that is pending.
  func hasRetry(at instant: Instant) -> Bool {
    ((launchRetryAt == instant || resumeTurnAt == instant) && !requests.isEmpty)
      || crashes.contains { $0.value.retryAt == instant && requests[$0.key] != nil }
      || storageRetries.values.contains(instant)
  }

  /// Whether a process is on its way up and is waited for.
  var isLaunching: Bool { processes.contains { $0.phase == .launching && $0.deadline != nil } }

  /// Whether a new launch must wait for a process to go away or to come back.
  var mustWaitForProcess: Bool {
    processes.contains { $0.phase == .ending || $0.phase == .lost || $0.settlesAt != nil }
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
