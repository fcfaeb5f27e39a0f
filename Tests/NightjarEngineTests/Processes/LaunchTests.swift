// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Getting an app up, and what happens when that does not work.
@Suite struct LaunchTests {
  @Test func `compatibility 27: a delivery waits for the end of the launch`() throws {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .hangs
    device.submit(.refresh, "a")
    #expect(device.delivered.isEmpty)
    let process = try #require(device.processes.keys.first)
    device.send(.appFinishedLaunching(.reader, process))
    #expect(device.delivered == ["a"])
    #expect(device.deliveries[0].process == process)
  }

  @Test func `compatibility 28: two tasks come to one launch`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a", after: .seconds(1))
    device.submit(.processing, "b", after: .seconds(1))
    device.advance(.seconds(1))
    #expect(device.launches == [.reader])
    #expect(device.delivered == ["a", "b"])
  }

  @Test func `an app that cannot be started is left alone for a growing while`() {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .fails
    device.submit(.refresh, "a")
    #expect(device.reasons("a") == ["launchFailed"])
    #expect(device.launches.count == 1)
    device.advance(.seconds(10))
    #expect(device.launches.count == 2)
    device.advance(.seconds(19))
    #expect(device.launches.count == 2)
    device.launchBehaviour = .works
    device.advance(.seconds(1))
    #expect(device.delivered == ["a"])
    device.complete("a")
    #expect(device.engine.overview(of: .reader)?.record.launchFailures == 0)
  }

  @Test func `the delay between launches stays below an hour`() {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .fails
    device.submit(.refresh, "a")
    device.advance(.days(1))
    #expect((24...40).contains(device.launches.count))
  }

  @Test func `a hang before the launch is over is ended and counts as a crash`() {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .hangs
    device.obeysTermination = false
    device.submit(.refresh, "a")
    device.advance(.seconds(30))
    #expect(device.effects.contains { if case .terminate = $0 { true } else { false } })
    #expect(device.isPending("a"))
    device.launchBehaviour = .works
    device.advance(.seconds(2))
    #expect(device.launches.count == 2)
    #expect(device.delivered == ["a"])
  }

  @Test func `an app that dies in each launch is quarantined and not started for ever`() {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .exits
    device.submit(.refresh, "a")
    device.advance(.hours(5))
    #expect(device.launches.count == 3)
    #expect(device.reasons("a") == ["quarantined"])
    #expect(device.wakesAt == .distantFuture)
  }

  @Test func `a program that submits and exits is started by the daemon later`() {
    var device = VirtualDevice.furnished()
    let process = device.openByUser(finishes: false)
    device.submit(.refresh, "a")
    #expect(device.delivered.isEmpty)
    #expect(device.launches.isEmpty)
    device.exit(process, .exited(0))
    #expect(device.launches == [.reader])
    #expect(device.delivered == ["a"])
    #expect(device.deliveries.first?.process != process)
  }

  @Test func `background work goes to the daemon's process and continued work to the user's`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    let users = device.openByUser()
    device.submit(.processing, "b")
    device.submit(.continued, "c")
    let processes = device.deliveries.map(\.process)
    #expect(processes[0] != users)
    #expect(processes[1] == processes[0])
    #expect(processes[2] == users)
  }

  @Test func `no process is started for continued work`() {
    var device = VirtualDevice.furnished()
    let process = device.openByUser(finishes: false)
    device.submit(.continued, "a")
    device.advance(.hours(1))
    #expect(device.launches.isEmpty)
    device.exit(process, .exited(0))
    #expect(device.launches.isEmpty)
    #expect(device.engine.pendingCount == 0)
  }

  @Test func `the exit of one process leaves the other's runs alone`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    let users = device.openByUser()
    device.submit(.continued, "c")
    device.exit(users)
    #expect(device.endings == ["c crashed"])
    #expect(device.states("a") == [.running])
  }

  @Test func `an app removed during its launch has its process killed`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a", after: .hours(1))
    let process = device.newProcess(of: .reader, isDaemonStarted: true)
    device.send(.appRemoved(.reader))
    let effects = device.send(.appLaunched(.reader, process))
    #expect(effects.contains(.kill(.reader, process)))
    #expect(device.engine.pendingCount == 0)
  }

  @Test func `removing an app ends its runs and gives the slots back`() {
    var device = VirtualDevice.furnished { $0.slots = 1 }
    device.submit(.refresh, "a")
    device.submit(.refresh, "b", .other)
    device.send(.appRemoved(.reader))
    #expect(device.endings == ["a cancelled"])
    #expect(device.delivered == ["a", "b"])
    #expect(device.processes.count == 1)
  }

  @Test func `a force quit waits for the process and then starts processing anew`() {
    var device = VirtualDevice.furnished()
    device.obeysTermination = false
    device.submit(.refresh, "a")
    device.submit(.processing, "b")
    device.send(.appForceQuit(.reader))
    #expect(device.endings == ["a cancelled", "b cancelled"])
    device.submit(.processing, "b")
    #expect(device.launches.count == 1)
    device.advance(.seconds(2))
    #expect(device.launches.count == 2)
    #expect(device.delivered == ["a", "b", "b"])
  }

  @Test func `opening an app starts it in front once`() {
    var device = VirtualDevice.furnished()
    let effects = device.send(.appOpened(.reader, Ticket(rawValue: 5)))
    #expect(effects.contains(.launch(.reader, inForeground: true)))
    #expect(effects.contains(.answerOpen(Ticket(rawValue: 5), known: true)))
    let again = device.send(.appOpened(.reader, Ticket(rawValue: 6)))
    #expect(!again.contains { if case .launch = $0 { true } else { false } })
    let unknown = device.send(.appOpened(AppIdentifier("com.x.none"), Ticket(rawValue: 7)))
    #expect(unknown == [.answerOpen(Ticket(rawValue: 7), known: false)])
  }
}
