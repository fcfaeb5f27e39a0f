// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel

/// Plays a scenario.
struct ScenarioRunner {
  private let scenario: Scenario
  private var world: ScriptedDevice
  private var trace: [TraceEntry] = []
  private var answers: [Int: [String]] = [:]

  /// When the device is switched on again, and what happens then.
  private var boot: Instant?
  private var waiting: [TimelineEvent] = []

  private let start = Instant(nanoseconds: 1_000_000_000)

  private init(_ scenario: Scenario) {
    self.scenario = scenario
    let snapshot = Snapshot(
      device: scenario.device.state,
      wallOffset: WallOffset(wall: scenario.start, at: start),
      apps: scenario.apps.map { $0.record(at: scenario.start) }
    )
    let device = VirtualDevice(policy: scenario.device.policy, snapshot: snapshot, at: start)
    let scripts = scenario.apps.map { ($0.facts.identifier, $0.script) }
    world = ScriptedDevice(device: device, scripts: Dictionary(scripts) { $1 })
  }

  /// Plays a scenario from its start to its end.
  ///
  /// - Returns: What happened, and the answers to its questions by their place in `expect`.
  static func run(_ scenario: Scenario) -> (trace: [TraceEntry], answers: [Int: [String]]) {
    var runner = Self(scenario)
    runner.play()
    return (runner.trace, runner.answers)
  }

  private mutating func play() {
    var questions: [(index: Int, task: String, at: TimeSpan)] = []
    for (index, expectation) in scenario.expectations.enumerated() {
      if case .why(let task, let at, _, _) = expectation.claim {
        questions.append((index, task, at))
        answers[index] = []
      }
    }
    let moments = Set(scenario.timeline.map(\.at) + questions.map(\.at) + [scenario.length])
    var next = scenario.timeline.startIndex
    for moment in moments.sorted() where moment <= scenario.length {
      // What happens from outside comes before what is due at the same moment.
      pass(to: start + moment)
      while next < scenario.timeline.endIndex, scenario.timeline[next].at == moment {
        perform(scenario.timeline[next])
        next += 1
      }
      world.run(through: start + moment)
      for question in questions where question.at == moment {
        let reasons = world.device.reasons(of: TaskIdentifier(question.task))
        // Two limits may be reached at once, which is one reason by name.
        answers[question.index] = reasons.map(\.name).reduce(into: []) { names, name in
          if !names.contains(name) { names.append(name) }
        }
      }
      record()
    }
  }

  private mutating func pass(to moment: Instant) {
    while let instant = boot, instant <= moment {
      world.run(through: instant)
      boot = nil
      world.act { $0.powerOn() }
      let missed = waiting
      waiting = []
      for event in missed { perform(event) }
    }
    world.run(before: moment)
  }

  private mutating func record() {
    trace += world.takeRecord().map { TraceEntry($0, since: start) }
  }

  private mutating func perform(_ event: TimelineEvent) {
    // Nothing reaches a device that is off; it meets what it missed when it is on again.
    guard boot == nil else { return waiting.append(event) }
    switch event.deed {
    case .device(let change, let text):
      world.act { device in
        device.noteDeed(text)
        device.change(change)
      }
    case .reboot(let span):
      world.act { device in
        device.noteDeed("reboot")
        device.powerOff()
      }
      boot = world.device.now + span
    case .update(let setup): world.update(setup.facts, setup.script)
    case .submit(let submission):
      world.submit(
        submission.key,
        submission.kind,
        submission.conditions,
        after: submission.after,
        strategy: submission.strategy,
        label: submission.label
      )
    case .appRefresh, .clock, .pressure, .open, .leave, .quit, .kill, .cancel, .cancelAll, .launch,
      .expire, .stop, .push, .transfer:
      world.act { Self.perform(event.deed, on: &$0) }
    }
  }

  private static func perform(_ deed: Deed, on device: inout VirtualDevice) {
    switch deed {
    case .device, .reboot, .update, .submit: break  // These need more than the device.
    case .appRefresh(let app, let isOn): device.send(.appRefreshSwitched(app, isOn))
    case .clock(let span): device.moveClock(by: span)
    case .pressure: device.send(.pressureRose)
    case .open(let app): device.open(app)
    case .leave(let app): device.leave(app)
    case .quit(let app): device.quit(app)
    case .kill(let app): device.reclaim(app)
    case .cancel(let key): device.ask { .cancelled(key, $0) }
    case .cancelAll(let app): device.ask { .cancelledAll(app, $0) }
    case .launch(let key): device.ask { .launchSimulated(key, $0) }
    case .expire(let key): device.ask { .expirationSimulated(key, $0) }
    case .stop(let key): device.stop(key)
    case .push(let app, let identifier):
      device.send(.pushArrived(SilentPush(app: app, identifier: identifier)))
    case .transfer(let app, let session, let identifiers, let span):
      for identifier in identifiers {
        let key = TransferKey(app: app, session: session, identifier: identifier)
        device.createTransfer(key, takes: span)
      }
    }
  }
}
