// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Taking tasks back: 3.2, 3.3 and 5.1.
@Suite struct ExpirationTests {
  @Test func `compatibility 30: refresh expires at 25 s and processing at 10 min`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.submit(.processing, "b", .other)
    let start = device.now
    device.advance(.seconds(25) - TimeSpan(nanoseconds: 1))
    #expect(device.expiries.isEmpty)
    device.advance(TimeSpan(nanoseconds: 1))
    #expect(device.expiries.map(\.task) == ["a"])
    #expect(try #require(device.expiries.first).reason == .timeExhausted)
    #expect(device.expiries.first?.until == start + .seconds(30))
    device.complete("a")
    device.advance(.minutes(10))
    #expect(device.expiries.map(\.task) == ["a", "b"])
    #expect(device.endings == ["a expired", "b killed"])
  }

  @Test func `compatibility 30: use of the device ends processing and not refresh`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.submit(.processing, "b")
    device.change(.idle(false))
    #expect(device.expiries.map(\.task) == ["b"])
    #expect(device.expiries.map(\.reason) == [.conditionLost(.idle)])
  }

  @Test(arguments: [
    (Conditions.network, DeviceChange.network(.none), ExpirationReason.Condition.network),
    (.externalPower, .power(.battery), .externalPower),
  ])
  func `compatibility 54: losing what the request requires takes it back`(
    condition: Conditions,
    change: DeviceChange,
    lost: ExpirationReason.Condition
  ) {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "a", conditions: condition)
    device.change(change)
    #expect(device.expiries.map(\.reason) == [.conditionLost(lost)])
    device.change(change)
    #expect(device.expiries.count == 1)
  }

  @Test func `compatibility 32: without a handler the task ends and the process lives`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.advance(.seconds(25))
    device.send(.expirationAnswered(device.deliveries[0].number, hadHandler: false))
    #expect(device.endings == ["a expiredWithoutHandler"])
    #expect(device.logged.contains(.expiredWithoutHandler(RequestKey("a"))))
    #expect(device.processes.count == 1)
  }

  @Test func `compatibility 33: a process of the daemon's that does not complete is killed`() {
    var device = VirtualDevice.furnished()
    device.obeysTermination = false
    device.submit(.refresh, "a")
    device.advance(.seconds(25))
    device.send(.expirationAnswered(device.deliveries[0].number, hadHandler: true))
    let late = device.advance(.seconds(5))
    #expect(device.logged.contains(.notCompletedAfterExpiration(RequestKey("a"), seconds: 5)))
    #expect(device.endings == ["a killed"])
    #expect(late.contains { if case .terminate = $0 { true } else { false } })
    #expect(device.processes.count == 1)
    device.advance(.seconds(2))
    #expect(device.processes.isEmpty)
  }

  @Test func `compatibility 33: a process of the user's is left alive`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    device.submit(.refresh, "a")
    device.advance(.minutes(1))
    #expect(device.endings == ["a killed"])
    #expect(device.processes.count == 1)
  }

  @Test func `compatibility 37: tasks that expire together share one window`() {
    var device = VirtualDevice.furnished { $0.slots = 3 }
    for (index, letter) in "abc".enumerated() {
      device.submit(.refresh, "\(letter)")
      if index < 2 { device.advance(.seconds(2)) }
    }
    device.advance(.seconds(23))
    #expect(device.expiries.map(\.task) == ["a", "b"])
    device.change(.thermal(.critical))
    device.send(.runStopped(device.deliveries[2].number))
    #expect(Set(device.expiries.map(\.until)).count == 1)
    let ended = device.advance(.seconds(4))
    #expect(device.endings == ["a killed", "b killed", "c killed"])
    #expect(ended.count { if case .terminate = $0 { true } else { false } } == 1)
  }

  @Test func `several tasks expire in the order of their launch`() {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "a", conditions: .network)
    device.submit(.refresh, "b", .other)
    device.advance(.minutes(20))
    #expect(device.expiries.map(\.task) == ["b", "a"])
  }

  @Test func `a completion that comes too late changes nothing`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    device.submit(.refresh, "a")
    device.advance(.minutes(1))
    let effects = device.send(.runCompleted(device.deliveries[0].number, success: true))
    #expect(effects.isEmpty)
    #expect(device.endings == ["a killed"])
  }

  @Test func `compatibility 44: the user's stop and the system's are told apart`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.send(.runStopped(device.deliveries[0].number))
    #expect(device.expiries.map(\.reason) == [.user])
  }

  @Test func `compatibility 45: a force quit ends continued work without a callback`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    for letter in "abc" { device.submit(.continued, "\(letter)") }
    let effects = device.send(.appForceQuit(.reader))
    #expect(device.endings == ["a cancelled", "b cancelled"])
    #expect(device.expiries.isEmpty)
    #expect(device.engine.pendingCount == 0)
    #expect(effects.contains { if case .terminate = $0 { true } else { false } })
  }

  @Test func `switching continued work off takes it back and drops what waits`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    for letter in "abc" { device.submit(.continued, "\(letter)") }
    device.change(.continued(false))
    #expect(device.expiries.map(\.reason) == [.switchedOff, .switchedOff])
    #expect(device.engine.pendingCount == 0)
  }

  @Test func `a continued task has no limit of time`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    device.submit(.continued, "a")
    device.advance(.days(3))
    #expect(device.states("a") == [.running])
    #expect(device.wakesAt == .distantFuture)
  }
}
