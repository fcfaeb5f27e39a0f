// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel

@testable import NightjarEngine

/// A random world around an engine: apps, processes, a store that may fail, and a clock.
struct World {
  struct Process {
    var app: AppIdentifier
    var isDaemonStarted: Bool
    var isAttached = false
    var runs: Set<RunNumber> = []
  }

  /// Effects that wait for changes to reach the disk.
  struct Group {
    var effects: [Effect]
    var changes: [StateChange]
  }

  static let apps = (1...4).map { AppIdentifier("com.x.app\($0)") }
  static let tasks = "abcdefghijkl".map { TaskIdentifier(String($0)) }

  var random: SplitMix64
  var engine: Engine
  var now = Instant(nanoseconds: 1_000_000_000)
  var wakesAt = Instant.distantFuture
  var ledger = Ledger()
  var deliveries = DeliveryLedger()
  var groups: [Group] = []
  var processes: [ProcessIdentity: Process] = [:]
  var launches: [AppIdentifier] = []
  var builds = 0

  /// When each app was last launched for a refresh.
  var refreshStarts: [AppIdentifier: Instant] = [:]
  private var lastPid: Int32 = 0

  /// An engine made from a checkpoint, which must decide as the first one does.
  var twin: Engine?

  /// The last few events, to tell what led to a complaint.
  private(set) var recent: [String] = []

  init(seed: UInt64, preset: Preset) {
    random = SplitMix64(seed: seed)
    var policy = Policy(preset: preset)
    policy.pendingRefresh = 2
    policy.pendingProcessing = 6
    let offset = WallOffset(nanoseconds: 1_800_000_000_000_000_000)
    let snapshot = Snapshot(device: DeviceState(), wallOffset: offset)
    engine = Engine(policy: policy, snapshot: snapshot, at: now)
  }

  var wall: WallTime { engine.wallOffset.wall(at: now) }

  /// Feeds one event, checks what the engine did, and queues its effects.
  mutating func feed(_ event: Event) {
    recent.append("\(now.nanoseconds) \(event.decisionText.prefix(200))")
    if recent.count > 12 { recent.removeFirst() }
    let effects = engine.handle(event, at: now)
    compareWithTwin(event, effects)
    noteDeliveries(effects)
    for case .save(let change) in effects {
      if case .runStarted(let run) = change { checkGates(run) }
      if case .appRemoved(let app) = change { refreshStarts[app] = nil }
      ledger.note(change)
    }
    let changes = effects.compactMap { effect -> StateChange? in
      if case .save(let change) = effect, change.mustBeDurable { change } else { nil }
    }
    groups.append(Group(effects: effects, changes: changes))
    for case .wake(let instant) in effects { wakesAt = instant }
    if wakesAt <= now { ledger.complain("asked to be woken at once") }
  }

  private mutating func compareWithTwin(_ event: Event, _ effects: [Effect]) {
    guard let others = twin?.handle(event, at: now), others != effects else { return }
    let difference = zip(effects, others).first { $0 != $1 }
    let texts = difference.map { "\($0.decisionText) <> \($1.decisionText)" }
    ledger.complain("the restored engine differs: \(texts ?? "\(effects.count) \(others.count)")")
  }

  // MARK: The store

  /// Writes some of what waits, or fails at it.
  mutating func store() {
    if random.chance(3) {
      failStore()
    } else if random.chance(70) {
      let count = random.chance(50) ? groups.count : random.below(groups.count + 1)
      write(count)
    }
  }

  mutating func change(_ policy: Policy) {
    recent.append("\(now.nanoseconds) other numbers")
    engine.change(policy)
    // As a daemon does, which begins a new journal with them.
    twin = Engine(policy: policy, snapshot: engine.checkpoint(), at: now)
    feed(.timePassed)
  }

  mutating func write(_ count: Int) {
    let done = groups.prefix(count)
    groups.removeFirst(count)
    for group in done {
      for effect in group.effects { perform(effect) }
    }
  }

  private mutating func failStore() {
    guard let first = groups.firstIndex(where: { !$0.changes.isEmpty }) else { return }
    write(first)
    let failed = groups
    groups = []
    refreshStarts = [:]
    let changes = failed.flatMap(\.changes)
    for effect in failed.flatMap(\.effects) where effect.standsWithoutSave { perform(effect) }
    let reversed = Array(changes.reversed())
    // The ledger first forgets what was never written, then notes what the engine did about it.
    recent.append("\(now.nanoseconds) saveFailed \(reversed.count)")
    let effects = engine.handle(.saveFailed(reversed), at: now)
    compareWithTwin(.saveFailed(reversed), effects)
    noteDeliveries(effects)
    let saves = effects.compactMap { if case .save(let change) = $0 { change } else { nil } }
    let touched = saves.flatMap { change -> [SubmissionNumber] in
      switch change {
      case .requestRemoved(let request, _): [request.number]
      case .runStarted(let run): [run.consumed.number]
      case .requestSaved, .appSaved, .appRemoved, .runEnded, .crashesCounted: []
      }
    }
    let engine = engine
    ledger.undo(
      reversed,
      isPending: { touched.contains($0.number) || Self.has(engine, $0) },
      mayBePending: engine.mayBePending
    )
    for change in saves { ledger.note(change) }
    groups.append(Group(effects: effects, changes: saves.filter(\.mustBeDurable)))
    for case .wake(let instant) in effects { wakesAt = instant }
  }

  private static func has(_ engine: Engine, _ request: PendingRequest) -> Bool {
    let key = request.request.key
    guard let slot = engine.apps[key.app]?.requests[key.task] else { return false }
    return engine.entries[slot]?.number == request.number
  }

  // MARK: Performing

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .launch(let app, _): launches.append(app)
    case .deliver(let run):
      ledger.noteDelivery(run)
      processes[run.process]?.runs.insert(run.number)
    case .kill(_, let process):
      // The exit is reported some other time.
      processes[process]?.isAttached = false
    case .save, .accept, .refuse, .confirmCancel, .answerSimulation, .answerOpen, .expire,
      .withdraw, .terminate, .freeze, .thaw, .measure, .wake, .log, .deliverPush, .holdPush,
      .dropPush,
      .startTransfer, .cancelTransfer, .deliverTransferEvents:
      break
    }
  }

  mutating func newProcess(of app: AppIdentifier, isDaemonStarted: Bool) -> ProcessIdentity {
    lastPid += 1
    let process = ProcessIdentity(pid: lastPid, startTicks: UInt64(lastPid))
    processes[process] = Process(app: app, isDaemonStarted: isDaemonStarted)
    return process
  }
}
