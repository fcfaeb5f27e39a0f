// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Compatibility 81: the debugger's two commands, section 9.
@Suite struct SimulationTests {
  private func launch(_ device: inout VirtualDevice) -> SimulationAnswer? {
    answer(device.send(.launchSimulated(RequestKey("a"), device.ticket())))
  }

  private func expire(_ device: inout VirtualDevice) -> SimulationAnswer? {
    answer(device.send(.expirationSimulated(RequestKey("a"), device.ticket())))
  }

  private func answer(_ effects: [Effect]) -> SimulationAnswer? {
    for case .answerSimulation(_, let answer) in effects { return answer }
    return nil
  }

  @Test func `compatibility 81: without a request nothing is launched`() {
    var device = VirtualDevice.furnished()
    #expect(launch(&device) == .notPending)
    #expect(device.logged == [.nothingPending(RequestKey("a"))])
    #expect(device.launches.isEmpty)
  }

  @Test func `compatibility 81: a launch ignores floor and gates and uses the request up`() {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    device.submit(.refresh, "a", after: .days(1))
    #expect(launch(&device) == .done)
    #expect(device.deliveries.map(\.isSimulated) == [true])
    #expect(device.engine.pendingCount == 0)
    #expect(launch(&device) == .running)
    #expect(device.logged.contains(.simulatedLaunchRefused(RequestKey("a"))))
  }

  @Test func `a simulated run takes no slot`() {
    var device = VirtualDevice.furnished { $0.slots = 1 }
    device.submit(.refresh, "a", after: .days(1))
    #expect(launch(&device) == .done)
    device.submit(.refresh, "b")
    #expect(device.delivered == ["a", "b"])
  }

  @Test func `compatibility 81: expiring follows the rules, and needs a running task`() {
    var device = VirtualDevice.furnished()
    #expect(expire(&device) == .notRunning)
    #expect(device.logged == [.simulatedExpirationRefused(RequestKey("a"))])
    device.submit(.refresh, "a")
    #expect(expire(&device) == .done)
    #expect(device.expiries.map(\.reason) == [.user])
    #expect(expire(&device) == .notRunning)
    device.complete("a")
    #expect(device.endings == ["a expired"])
  }

  @Test func `a launch that is under way becomes the simulated one`() throws {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .hangs
    device.submit(.refresh, "a")
    #expect(launch(&device) == .done)
    device.change(.thermal(.critical))
    device.send(.appFinishedLaunching(.reader, try #require(device.processes.keys.first)))
    #expect(device.deliveries.map(\.isSimulated) == [true])
  }

  @Test func `a promised launch survives the end of the process before`() throws {
    var device = VirtualDevice.furnished()
    device.obeysTermination = false
    device.submit(.refresh, "b")
    device.submit(.refresh, "a", after: .days(1))
    device.send(.appForceQuit(.reader))
    device.submit(.processing, "a", after: .days(1))
    #expect(launch(&device) == .done)
    #expect(device.delivered == ["b"])
    device.advance(.seconds(2))
    #expect(device.delivered == ["b", "a"])
  }
}
