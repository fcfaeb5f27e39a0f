// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// A process of the user's is handed work in the background only once it has been up for a while.
@Suite struct SettlingTests {
  @Test func `a command that submits and exits does not take its request with it`() throws {
    var device = VirtualDevice.furnished(.mains)
    let command = device.openByUser()
    device.submit(.refresh, "a")
    #expect(device.delivered.isEmpty)
    device.exit(command, .exited(0))
    #expect(device.delivered == ["a"])
    #expect(try #require(device.deliveries.last).process != command)
  }

  @Test func `a program that stays gets its task, and no second process is started for it`() throws
  {
    var device = VirtualDevice.furnished(.mains)
    let server = device.openByUser()
    device.submit(.refresh, "a")
    device.advance(device.engine.policy.settleTime)
    #expect(device.delivered == ["a"])
    #expect(try #require(device.deliveries.last).process == server)
    device.submit(.processing, "b")
    #expect(device.delivered == ["a", "b"])
  }

  @Test func `a continued task starts at once`() {
    var device = VirtualDevice.furnished(.mains)
    _ = device.openByUser()
    device.submit(.continued, "c")
    #expect(device.delivered == ["c"])
  }

  @Test func `a simulated launch does not wait`() {
    var device = VirtualDevice.furnished(.mains)
    _ = device.openByUser()
    device.submit(.refresh, "a")
    let ticket = device.ticket()
    device.send(.launchSimulated(RequestKey("a"), ticket))
    #expect(device.effects.contains(.answerSimulation(ticket, .done)))
    #expect(device.delivered == ["a"])
  }
}
