// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine
package import NightjarModel

/// A device on virtual time: it drives an engine, performs what the engine wants, and remembers.
///
/// It stands where the daemon stands on a real machine: processes start and end, pushes come, bytes
/// move, and timers ring, all without a clock. What apps do with what they are handed is left to
/// whoever drives the device; it finds it in ``takeHandovers()``.
package struct VirtualDevice {
  /// The scheduler.
  package private(set) var engine: Engine

  /// The present, on the clock that never jumps.
  package private(set) var now: Instant

  /// Whether the device is switched off; nothing happens until ``powerOn()``.
  package private(set) var isOff = false

  /// The moment of the first event; times of the record are counted from it.
  package let start: Instant

  /// The latest time at which timers ring: they wait for the next multiple of this.
  ///
  /// Whole seconds keep the record readable, and a real timer has its slack, too.
  package var timerGrain = TimeSpan.seconds(1)

  var processes: [ProcessIdentity: VirtualProcess] = [:]
  var transfers = TransferWorker()
  var heldPushes: [AppIdentifier: SilentPush] = [:]
  var handovers: [Handover] = []
  var inbox: [Event] = []
  var labels: [Ticket: (key: RequestKey, label: String?)] = [:]
  var ordinals: [RequestKey: Int] = [:]
  var runs: [RunNumber: VirtualRun] = [:]
  var facts: [AppIdentifier: AppFacts] = [:]

  /// What the engine answered last.
  var submissionResult = SubmissionResult.accepted
  var simulationAnswer = SimulationAnswer.done

  private var wakesAt = Instant.distantFuture
  private var record: [Happening] = []
  private var lastTicket: Int64 = 0
  private var lastProcess: Int32 = 0

  /// How often in a row the engine asked to be woken at the present.
  private var idleWakes = 0

  /// Switches a device on.
  ///
  /// - Parameters:
  ///   - policy: The numbers that its scheduler decides by.
  ///   - snapshot: What it knows from before: its state, its clock and its apps.
  ///   - start: The present.
  package init(policy: Policy, snapshot: Snapshot, at start: Instant) {
    engine = Engine(policy: policy, snapshot: snapshot, at: start)
    now = start
    self.start = start
    for app in snapshot.apps { facts[app.facts.identifier] = app.facts }
    transfers.setOnline(snapshot.device.network != .none, at: start)
  }

  /// What the device's clock shows.
  package var wall: WallTime { engine.wallOffset.wall(at: now) }

  /// The next moment at which something happens by itself; never, if nothing does.
  package var nextMoment: Instant {
    isOff ? .distantFuture : min(ringsAt, transfers.next)
  }

  /// Lets time pass up to a moment, which must not lie beyond ``nextMoment``.
  ///
  /// What is due at that moment happens.
  package mutating func advance(to moment: Instant) {
    if moment > now { idleWakes = 0 }
    now = max(now, moment)
    guard !isOff else { return }
    while let key = transfers.takeFinished(by: now) { finishTransfer(key) }
    guard ringsAt <= now else { return }
    wakesAt = .distantFuture
    idleWakes += 1
    precondition(idleWakes < 1000, "the engine asks for the same moment again and again")
    send(.timePassed)
  }

  /// Lets time pass up to a moment at which something else will happen first.
  package mutating func skip(to moment: Instant) {
    if moment > now { idleWakes = 0 }
    now = max(now, moment)
  }

  /// Tells the engine of an event, and of all that follows from it at once.
  package mutating func send(_ event: Event) {
    guard !isOff else { return }
    inbox.append(event)
    var next = 0
    while next < inbox.count {
      let event = inbox[next]
      next += 1
      for effect in engine.handle(event, at: now) { perform(effect) }
    }
    inbox.removeAll(keepingCapacity: true)
  }

  /// What apps were handed since the last call, in order.
  package mutating func takeHandovers() -> [Handover] {
    guard !handovers.isEmpty else { return [] }
    defer { handovers = [] }
    return handovers
  }

  /// What happened since the last call, in order.
  package mutating func takeRecord() -> [Happening] {
    defer { record = [] }
    return record
  }

  /// Everything that holds the pending requests of a task back, whatever app they are of.
  package func reasons(of task: TaskIdentifier) -> [Reason] {
    engine.apps(with: task).flatMap { app in
      engine.statuses(of: RequestKey(app: app, task: task), at: now)
        .filter { $0.run == nil }
        .flatMap(\.reasons)
    }
  }

  /// Whether a process lives.
  package func lives(_ process: ProcessIdentity) -> Bool { processes[process] != nil }

  mutating func note(_ event: HappeningEvent) {
    record.append(Happening(at: now, wall: wall, event: event))
  }

  mutating func wake(at instant: Instant) { wakesAt = instant }

  mutating func newTicket() -> Ticket {
    lastTicket += 1
    return Ticket(rawValue: lastTicket)
  }

  mutating func newProcess() -> ProcessIdentity {
    lastProcess += 1
    return ProcessIdentity(pid: lastProcess, startTicks: UInt64(lastProcess))
  }

  private var ringsAt: Instant {
    guard wakesAt > now, wakesAt < .distantFuture, timerGrain > .zero else { return wakesAt }
    let grain = timerGrain.nanoseconds
    let past = (wakesAt - start).nanoseconds % grain
    return past == 0 ? wakesAt : wakesAt + TimeSpan(nanoseconds: grain - past)
  }
}

// MARK: - Off and on

extension VirtualDevice {
  /// Switches the device off: no process survives, and what is stored does.
  package mutating func powerOff() {
    guard !isOff else { return }
    isOff = true
    processes = [:]
    handovers = []
    transfers.interrupt(at: now)
    wakesAt = .distantFuture
  }

  /// Switches the device on again, as a boot does.
  package mutating func powerOn() {
    guard isOff else { return }
    isOff = false
    var snapshot = engine.snapshot()
    snapshot.processes = []
    snapshot.holds = []
    engine = Engine(policy: engine.policy, snapshot: snapshot, at: now)
    send(.rebooted)
    // Pushes and transfers are kept by others than the scheduler, who tell it of them anew.
    for transfer in transfers.unfinished { send(.transferCreated(transfer)) }
    for app in heldPushes.keys.sorted() {
      guard let push = heldPushes.removeValue(forKey: app) else { continue }
      send(.pushArrived(push))
    }
  }
}
