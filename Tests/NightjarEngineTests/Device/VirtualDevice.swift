// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel

/// A device on virtual time: it feeds an engine, performs what the engine wants, and remembers.
///
/// Processes start, attach and finish their launch at once, and end when they are asked to, unless
/// a test says otherwise.
struct VirtualDevice {
  /// What becomes of a process that the engine wants.
  enum LaunchBehaviour { case works, hangs, exits, fails }

  var launchBehaviour = LaunchBehaviour.works
  var obeysTermination = true

  /// Percent of one core that each process uses all the time; `nil` when nobody measures it.
  var load: Int64?

  private(set) var engine: Engine
  private(set) var now: Instant
  private(set) var wakesAt: Instant = .distantFuture
  private(set) var effects: [Effect] = []
  private(set) var processes: [ProcessIdentity: (app: AppIdentifier, isDaemonStarted: Bool)] = [:]

  private var facts: [AppIdentifier: AppFacts] = [:]
  private var inbox: [Event] = []
  private var lastTicket: Int64 = 0
  private var lastPid: Int32 = 100

  static let epoch = WallTime(nanoseconds: 1_800_000_000_000_000_000)

  init(
    _ preset: Preset = .phone,
    device: DeviceState = DeviceState(),
    tune: (inout Policy) -> Void = { _ in }
  ) {
    var policy = Policy(preset: preset)
    tune(&policy)
    now = Instant(nanoseconds: 1_000_000_000)
    let snapshot = Snapshot(
      device: device,
      wallOffset: WallOffset(wall: Self.epoch, at: now)
    )
    engine = Engine(policy: policy, snapshot: snapshot, at: now)
  }

  var wall: WallTime { engine.wallOffset.wall(at: now) }

  /// Feeds an event and all that follows from it at once.
  ///
  /// - Returns: The effects, in order.
  @discardableResult
  mutating func send(_ event: Event) -> [Effect] {
    let before = effects.count
    inbox.append(event)
    while !inbox.isEmpty {
      for effect in engine.handle(inbox.removeFirst(), at: now) { perform(effect) }
    }
    return Array(effects[before...])
  }

  /// Lets time pass, waking the engine whenever it asked for it.
  ///
  /// - Returns: The effects, in order.
  @discardableResult
  mutating func advance(_ span: TimeSpan) -> [Effect] {
    let before = effects.count
    let end = now + span
    while wakesAt <= end {
      now = max(now, wakesAt)
      wakesAt = .distantFuture
      send(.timePassed)
    }
    now = end
    return Array(effects[before...])
  }

  /// Lets time pass that the engine is told nothing of, because the machine sleeps.
  mutating func suspend(for span: TimeSpan) {
    now = now + span
  }

  /// Makes a new engine from what a store would give back, as a restarted daemon does.
  ///
  /// - Parameters:
  ///   - rebooted: Whether the machine was, so that no process is left.
  ///   - clockBack: How much its wall clock has lost by that.
  mutating func restart(rebooted: Bool = false, clockBack: TimeSpan = .zero) {
    var snapshot = engine.snapshot()
    snapshot.processes = []
    snapshot.holds = []
    let wall = wall
    if rebooted {
      now = Instant(nanoseconds: 1_000_000_000)
      snapshot.wallOffset = WallOffset(wall: wall + clockBack * -1, at: now)
      processes = [:]
    }
    engine = Engine(policy: engine.policy, snapshot: snapshot, at: now)
    wakesAt = .distantFuture
  }

  /// Has the engine decide by other numbers, as a daemon does whose file has changed.
  mutating func change(_ tune: (inout Policy) -> Void) {
    var policy = engine.policy
    tune(&policy)
    engine.change(policy)
    send(.timePassed)
  }

  mutating func ticket() -> Ticket {
    lastTicket += 1
    return Ticket(rawValue: lastTicket)
  }

  mutating func newProcess(of app: AppIdentifier, isDaemonStarted: Bool) -> ProcessIdentity {
    lastPid += 1
    let process = ProcessIdentity(pid: lastPid, startTicks: UInt64(lastPid) * 7)
    processes[process] = (app, isDaemonStarted)
    return process
  }

  mutating func install(_ facts: AppFacts) {
    self.facts[facts.identifier] = facts
    send(.appInstalled(facts))
  }

  /// Ends a process without its being asked to.
  mutating func exit(_ process: ProcessIdentity, _ status: ExitStatus = .signaled(11)) {
    guard let app = processes.removeValue(forKey: process)?.app else { return }
    send(.appExited(app, process, status))
  }

  func facts(of app: AppIdentifier) -> AppFacts { facts[app] ?? AppFacts(identifier: app) }

  private mutating func perform(_ effect: Effect) {
    effects.append(effect)
    switch effect {
    case .launch(let app, let inForeground): start(app, inForeground: inForeground)
    case .terminate(let app, let process) where obeysTermination: end(app, process, .signaled(15))
    case .kill(let app, let process): end(app, process, .signaled(9))
    case .measure(let app, let process):
      guard let load else { break }
      let cpu = TimeSpan(nanoseconds: now.nanoseconds / 100 * load)
      inbox.append(.processMeasured(app, process, ResourceUse(cpu: cpu)))
    case .wake(let instant): wakesAt = instant
    case .save, .accept, .refuse, .confirmCancel, .answerSimulation, .answerOpen, .deliver, .expire,
      .withdraw, .terminate, .freeze, .thaw, .log, .deliverPush, .holdPush, .dropPush,
      .startTransfer, .cancelTransfer, .deliverTransferEvents:
      break
    }
  }

  private mutating func end(_ app: AppIdentifier, _ process: ProcessIdentity, _ status: ExitStatus)
  {
    guard processes.removeValue(forKey: process) != nil else { return }
    inbox.append(.appExited(app, process, status))
  }

  private mutating func start(_ app: AppIdentifier, inForeground: Bool) {
    guard launchBehaviour != .fails else {
      inbox.append(.launchFailed(app, "no such file"))
      return
    }
    let process = newProcess(of: app, isDaemonStarted: true)
    inbox.append(.appLaunched(app, process))
    guard launchBehaviour != .exits else {
      end(app, process, .exited(1))
      return
    }
    inbox.append(.appAttached(attachment(app, process, isForeground: inForeground)))
    if launchBehaviour == .works { inbox.append(.appFinishedLaunching(app, process)) }
  }

  func attachment(
    _ app: AppIdentifier,
    _ process: ProcessIdentity,
    isForeground: Bool,
    runs: [RunNumber] = []
  ) -> AppAttachment {
    AppAttachment(
      facts: facts(of: app),
      process: process,
      isDaemonStarted: processes[process]?.isDaemonStarted ?? false,
      isForeground: isForeground,
      runs: runs
    )
  }
}
