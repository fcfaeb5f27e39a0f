// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Silent pushes: spec 5.3 and 7.1.
@Suite struct PushTests {
  @Test func `compatibility 50: a push every 6 min, 14 times, gives 7 launches 15 min apart`() {
    var device = VirtualDevice.receiver(isChoosy: true)
    var delivered: [Instant] = []
    for minute in 0..<180 {
      if minute % 6 == 0, minute < 84 { device.push("p\(minute / 6)") }
      let before = delivered.count
      while delivered.count < device.pushes.count { delivered.append(device.now) }
      if delivered.count > before { device.send(.pushHandled(.reader)) }
      device.advance(.minutes(1))
    }
    let gaps = zip(delivered, delivered.dropFirst()).map { $1 - $0 }
    #expect(delivered.count == 7)
    #expect(gaps.allSatisfy { $0 == .minutes(15) })
    #expect(device.pushes.last == "p13")
  }

  @Test(arguments: [
    (
      Event.deviceChanged(.network(.none)), Event.deviceChanged(.network(.metered)),
      "waitingForNetwork"
    ),
    (.deviceChanged(.refresh(false)), .deviceChanged(.refresh(true)), "refreshSwitchedOff"),
    (.appRefreshSwitched(.reader, false), .appRefreshSwitched(.reader, true), "refreshSwitchedOff"),
    (.deviceChanged(.lowPower(true)), .deviceChanged(.lowPower(false)), "lowPowerMode"),
    (.deviceChanged(.battery(19)), .deviceChanged(.battery(20)), "lowBattery"),
    (.appForceQuit(.reader), .rebooted, "forceQuit"),
  ])
  func `compatibility 47: each gate alone stops a push`(
    closing: Event,
    opening: Event,
    reason: String
  ) {
    var device = VirtualDevice.receiver(device: DeviceState(power: .battery, battery: 80))
    device.send(closing)
    device.push("p")
    #expect(device.held == ["p \(reason)"])
    #expect(device.pushes.isEmpty)
    device.send(opening)
    #expect(device.pushes == ["p"])
  }

  @Test func `gates that are not a push's let it through`() {
    var device = VirtualDevice.receiver()
    device.change(.idle(false))
    device.change(.thermal(.critical))
    device.push("p")
    #expect(device.pushes == ["p"])
  }

  @Test func `compatibility 75: of several pushes that came while offline the newest arrives`() {
    var device = VirtualDevice.receiver()
    device.change(.network(.none))
    for name in ["p1", "p2", "p3"] { device.push(name) }
    device.change(.network(.unmetered))
    #expect(device.pushes == ["p3"])
  }

  @Test
  func `compatibility 76: a force quit drops the held push, and a visit delivers one at once`() {
    var device = VirtualDevice.receiver()
    device.change(.network(.none))
    device.push("p1")
    device.send(.appForceQuit(.reader))
    device.change(.network(.unmetered))
    #expect(device.pushes.isEmpty)
    device.push("p2")
    #expect(device.held.last == "p2 forceQuit")
    device.send(.appOpened(.reader, device.ticket()))
    #expect(device.pushes == ["p2"])
  }

  @Test func `a push that is not handled within 30 s ends its process`() {
    var device = VirtualDevice.receiver()
    device.push("p")
    device.advance(.seconds(29))
    #expect(device.processes.count == 1)
    device.advance(.seconds(2))
    #expect(device.processes.isEmpty)
  }

  @Test func `an app that cannot be started is not launched again and again for a push`() {
    var device = VirtualDevice.receiver()
    device.launchBehaviour = .fails
    device.push("p")
    #expect(device.launches.count == 1)
    device.launchBehaviour = .exits
    device.advance(.seconds(10))
    #expect(device.launches.count == 2)
    device.launchBehaviour = .works
    device.advance(.hours(1))
    #expect(device.pushes == ["p"])
  }

  @Test func `an app in front is handed each push at once`() {
    var device = VirtualDevice.receiver(isChoosy: true)
    _ = device.openByUser()
    for name in ["p1", "p2", "p3", "p4"] { device.push(name) }
    #expect(device.pushes == ["p1", "p2", "p3", "p4"])
  }
}

extension VirtualDevice {
  /// A device whose reader may be woken by pushes.
  static func receiver(
    device: DeviceState = DeviceState(),
    isChoosy: Bool = false
  ) -> Self {
    var made = Self.furnished(device: device, isChoosy: isChoosy)
    var facts = AppFacts.complete(.reader)
    facts.backgroundModes.insert("remote-notification")
    made.install(facts)
    return made
  }

  mutating func push(_ name: String) {
    send(.pushArrived(SilentPush(app: .reader, identifier: name)))
  }

  /// The pushes that were handed over.
  var pushes: [String] {
    effects.compactMap { if case .deliverPush(let push, _) = $0 { push.identifier } else { nil } }
  }

  /// The pushes that were held, each with what held it.
  var held: [String] {
    effects.compactMap {
      guard case .holdPush(let push, let reasons) = $0 else { return nil }
      return ([push.identifier] + reasons.map(\.name)).joined(separator: " ")
    }
  }
}
