// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What survives the daemon, the process and the machine.
@Suite struct RestartTests {
  @Test(arguments: [true, false])
  func `compatibility 24: pending requests survive a restart`(rebooted: Bool) {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    device.submit(.refresh, "a", after: .hours(1))
    device.submit(.processing, "b", conditions: .network)
    let before = device.engine.pending(of: .reader)
    device.restart(rebooted: rebooted)
    #expect(device.engine.pending(of: .reader) == before)
    device.change(.thermal(.nominal))
    device.advance(.hours(1))
    #expect(device.delivered == ["b", "a"])
  }

  @Test func `compatibility 24: pending requests survive an update and the process's exit`() {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    let process = device.openByUser()
    device.submit(.refresh, "a")
    device.exit(process, .exited(0))
    device.install(.complete(.reader, build: "2"))
    #expect(device.isPending("a"))
  }

  @Test func `a run whose process died with the machine has crashed`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.submit(.processing, "b", .other)
    let runs = device.deliveries
    device.advance(.seconds(3))
    device.restart(rebooted: true)
    for run in runs { device.send(.appExited(run.key.app, run.process, .unknown)) }
    #expect(device.endings == ["a crashed", "b crashed"])
    #expect(device.engine.runningCount == 0)
    #expect(device.engine.pendingCount == 0)
  }

  @Test func `a run whose process comes back goes on`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    let run = try #require(device.deliveries.first)
    device.restart()
    device.send(.timePassed)
    let attachment = device.attachment(
      .reader,
      run.process,
      isForeground: false,
      runs: [run.number]
    )
    device.send(.appAttached(attachment))
    device.send(.appFinishedLaunching(.reader, run.process))
    #expect(device.deliveries.count == 1)
    device.complete("a")
    #expect(device.endings == ["a success"])
  }

  @Test func `a run that never reached its process is handed over again`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    let run = try #require(device.deliveries.first)
    device.restart()
    device.send(.appAttached(device.attachment(.reader, run.process, isForeground: false)))
    #expect(device.deliveries.map(\.number) == [run.number, run.number])
  }

  @Test func `a run whose process does not come back has crashed`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.restart()
    device.send(.timePassed)
    device.advance(.seconds(10))
    #expect(device.endings == ["a crashed"])
    #expect(device.expiries.isEmpty)
  }

  @Test func `time that ran out while the process was away ends the run when it is back`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    let run = try #require(device.deliveries.first)
    device.advance(.seconds(20))
    device.restart()
    device.send(.timePassed)
    device.advance(.seconds(8))
    #expect(device.expiries.isEmpty)
    let attachment = device.attachment(
      .reader,
      run.process,
      isForeground: false,
      runs: [run.number]
    )
    device.send(.appAttached(attachment))
    #expect(device.expiries.map(\.task) == ["a"])
  }

  @Test func `continued requests wait for their app after a restart and go without it`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    for letter in "abc" { device.submit(.continued, "\(letter)") }
    for letter in "ab" { device.complete("\(letter)") }
    device.submit(.continued, "d", strategy: .queue)
    device.restart()
    device.send(.timePassed)
    #expect(device.launches.isEmpty)
    device.advance(.seconds(10))
    #expect(device.engine.pendingCount == 0)
    #expect(device.launches.isEmpty)
  }

  @Test func `a quarantine survives a restart`() {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .exits
    device.submit(.refresh, "a")
    device.advance(.minutes(1))
    device.restart()
    device.send(.timePassed)
    #expect(device.reasons("a") == ["quarantined"])
  }

  @Test func `a checkpoint keeps the delays`() {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .exits
    device.submit(.refresh, "a")
    var engine = device.engine
    let holds = engine.checkpoint().holds
    #expect(holds == [.taskRetry(RequestKey("a"), at: device.now + .seconds(1))])
  }

  @Test func `what was dropped and could not be saved is dropped at the next start`() {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    device.submit(.processing, "a")
    var snapshot = device.engine.snapshot()
    snapshot.apps[1].facts.permittedIdentifiers = ["b"]
    var engine = Engine(policy: device.engine.policy, snapshot: snapshot, at: device.now)
    let effects = engine.handle(.timePassed, at: device.now)
    #expect(effects.contains(.log(.droppedNotPermitted(RequestKey("a")))))
    #expect(engine.pendingCount == 0)
  }
}
