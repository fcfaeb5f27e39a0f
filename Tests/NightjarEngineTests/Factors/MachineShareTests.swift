// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What is counted for the whole machine only, and what becomes of it in the use of a run.
@Suite struct MachineShareTests {
  /// The use of a process by a moment, at which the machine had moved so many bytes.
  private static func use(_ seconds: Int64, network: Int64) -> ResourceUse {
    var use = ResourceUse(cpu: .seconds(seconds))
    use.machine = MachineUse(
      busy: .seconds(seconds * 2),
      networkBytes: network,
      energy: Energy(microjoules: seconds * 100, source: .rapl)
    )
    return use
  }

  private static func measure(
    _ device: inout VirtualDevice,
    _ task: String,
    _ use: ResourceUse
  ) throws {
    let number = try #require(device.run(task))
    let run = try #require(device.engine.run(number)?.run)
    device.send(.processMeasured(run.key.app, run.process, use))
  }

  private static func uses(_ device: VirtualDevice) -> [ResourceUse?] {
    device.effects.compactMap { effect -> ResourceUse?? in
      guard case .save(.runEnded(let entry)) = effect else { return nil }
      return .some(entry.use)
    }
  }

  @Test func `a run alone moved no more than the machine, and has its share of the energy`() throws
  {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "a")
    try Self.measure(&device, "a", Self.use(1, network: 100))
    try Self.measure(&device, "a", Self.use(3, network: 150))
    device.complete("a")
    let use = try #require(Self.uses(device).compactMap { $0 }.first)
    #expect(use.networkBytesAtMost == 50)
    #expect(use.energy == Energy(microjoules: 100, source: .rapl))
  }

  @Test func `once another run was under way nothing is known of a run's bytes`() throws {
    var device = VirtualDevice.furnished(isChoosy: false)
    device.submit(.processing, "a")
    try Self.measure(&device, "a", Self.use(1, network: 100))
    try Self.measure(&device, "a", Self.use(2, network: 110))
    device.submit(.refresh, "b")
    try #require(device.run("b") != nil)
    device.complete("b")
    try Self.measure(&device, "a", Self.use(3, network: 150))
    device.complete("a")
    let uses = Self.uses(device)
    #expect(uses.count == 2)
    #expect(uses.allSatisfy { $0?.networkBytesAtMost == nil })
    #expect(uses.last??.cpu == .seconds(2))
  }

  @Test func `an app that is back with its run after a restart is measured from then on`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "a")
    let run = try #require(device.run("a").flatMap { device.engine.run($0)?.run })
    var snapshot = device.engine.snapshot()
    snapshot.processes = [
      ProcessRecord(
        app: run.key.app,
        identity: run.process,
        phase: .lost,
        deadline: device.now + .seconds(10),
        isDaemonStarted: true,
        isForeground: false
      )
    ]
    var policy = device.engine.policy
    policy.cpuLimit = 80
    var engine = Engine(policy: policy, snapshot: snapshot, at: device.now)
    let facts = try #require(device.engine.overview(of: run.key.app)?.record.facts)
    let attachment = AppAttachment(
      facts: facts,
      process: run.process,
      isDaemonStarted: true,
      isForeground: false,
      runs: [run.number]
    )
    _ = engine.handle(.appAttached(attachment), at: device.now)
    let ready = Event.appFinishedLaunching(run.key.app, run.process)
    #expect(engine.handle(ready, at: device.now).contains(.measure(run.key.app, run.process)))
    let first = Event.processMeasured(run.key.app, run.process, ResourceUse(cpu: .seconds(9)))
    _ = engine.handle(first, at: device.now)
    // The limit holds again as well.
    let later = device.now + .seconds(61)
    let last = Event.processMeasured(run.key.app, run.process, ResourceUse(cpu: .seconds(70)))
    let line = LogLine.cpuExceeded(run.key.app, percent: 80, seconds: 60)
    #expect(engine.handle(last, at: later).contains(.log(line)))
  }
}
