// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel

/// One user of a population, played from the first day to the last.
struct VirtualUser {
  /// What became of one task in a user's hands.
  struct Story {
    /// When it was first submitted; `nil` if it never was.
    var submittedAt: TimeSpan?

    /// When it started, each time.
    var starts: [TimeSpan] = []

    /// How often each reason was seen when the device was asked why the task waits.
    var reasons: [String: Int] = [:]
  }

  private let plan: ForecastPlan
  private let kind: UserKind
  private var life: UserLife
  private var world: ScriptedDevice
  private let start = Instant(nanoseconds: 1_000_000_000)
  private(set) var stories: [TaskIdentifier: Story]

  /// Whether the device is asked each hour what holds the tasks, which costs more than the rest.
  private let asks: Bool

  init(_ plan: ForecastPlan, _ kind: UserKind, _ dice: Dice, asks: Bool) {
    self.plan = plan
    self.kind = kind
    self.asks = asks
    let learned = kind == .thisDevice ? plan.learned : nil
    life = UserLife(kind, dice, learned: learned)
    var app = plan.app
    app.lastOpened = .days(1)
    let snapshot = Snapshot(
      device: learned?.state ?? DeviceState(power: .external, battery: 90),
      wallOffset: WallOffset(wall: plan.start, at: start),
      apps: [learned?.record ?? app.record(at: plan.start)]
    )
    var policy = plan.policy
    // Whether a process without work is frozen changes nothing of what runs, and costs a timer.
    policy.freezes = false
    let device = VirtualDevice(policy: policy, snapshot: snapshot, at: start)
    world = ScriptedDevice(device: device, scripts: [app.facts.identifier: app.script])
    stories = Dictionary(uniqueKeysWithValues: plan.tasks.map { ($0, Story()) })
    for task in learned?.pending ?? [] { submit(task) }
  }

  mutating func play(days: Int) {
    for day in 0..<days {
      var hour = TimeSpan.days(Int64(day))
      for act in life.acts(on: day) {
        while asks, hour <= act.at { ask(at: &hour) }
        world.run(before: start + act.at)
        perform(act.deed)
        note()
      }
      let midnight = TimeSpan.days(Int64(day + 1))
      while asks, hour < midnight { ask(at: &hour) }
      world.run(before: start + midnight)
      note()
    }
  }

  private mutating func perform(_ deed: UserLife.Deed) {
    let app = plan.app.facts.identifier
    switch deed {
    case .device(let change): world.act { $0.send(.deviceChanged(change)) }
    case .visit: world.act { $0.open(app) }
    case .leave:
      submitAll()
      world.act { $0.leave(app) }
    case .quit: world.act { $0.quit(app) }
    }
  }

  /// An app submits what is not pending when its user leaves it.
  private mutating func submitAll() {
    let app = plan.app.facts.identifier
    let pending = Set(world.device.engine.pending(of: app).map(\.request.key.task))
    for task in plan.tasks where !pending.contains(task) { submit(task) }
  }

  private mutating func submit(_ task: TaskIdentifier) {
    guard let script = plan.app.script.tasks[task] else { return }
    if stories[task]?.submittedAt == nil {
      stories[task]?.submittedAt = world.device.now - start
    }
    world.submit(
      RequestKey(app: plan.app.facts.identifier, task: task),
      script.kind,
      script.conditions,
      after: script.next?.after ?? plan.floors[task],
      strategy: .queue,
      label: nil
    )
  }

  private mutating func ask(at hour: inout TimeSpan) {
    world.run(before: start + hour)
    for task in plan.tasks {
      for name in Set(world.device.reasons(of: task).map(\.name)) {
        stories[task]?.reasons[name, default: 0] += 1
      }
    }
    hour = hour + .hours(1)
  }

  private mutating func note() {
    for happening in world.takeRecord() {
      guard case .started(let run) = happening.event else { continue }
      stories[run.key.task]?.starts.append(happening.at - start)
    }
  }
}
