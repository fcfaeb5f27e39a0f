// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// When background transfers begin: spec 5.3 and 6.5.
@Suite struct TransferTests {
  @Test func `compatibility 65: the delay is 10, 20, 40 s`() {
    var device = VirtualDevice.furnished()
    #expect(device.chain(3) == [.seconds(10), .seconds(20), .seconds(40)])
  }

  @Test func `compatibility 65: a visit sets the delay back`() {
    var device = VirtualDevice.furnished()
    _ = device.chain(3)
    let process = device.openByUser()
    device.exit(process, .exited(0))
    device.create("after", isFromBackground: true)
    #expect(device.transfersStarted.last == "after")
  }

  @Test func `compatibility 65: a delay that passes without a wake sets it back`() {
    var device = VirtualDevice.furnished()
    _ = device.chain(3)
    device.advance(.minutes(10))
    device.create("after", isFromBackground: true)
    #expect(device.transfersStarted.last == "after")
  }

  @Test func `compatibility 66: one from the background waits for power and a free network`() {
    let state = DeviceState(power: .battery, battery: 80, network: .metered)
    var device = VirtualDevice.furnished(device: state)
    device.create("front", isFromBackground: false)
    device.create("back", isFromBackground: true)
    #expect(device.transfersStarted == ["front"])
    device.change(.power(.external))
    #expect(device.transfersStarted == ["front"])
    device.change(.network(.unmetered))
    #expect(device.transfersStarted == ["front", "back"])
  }

  @Test func `after a day neither power nor a free network is waited for`() {
    let state = DeviceState(power: .battery, battery: 80, network: .metered)
    var device = VirtualDevice.furnished(device: state)
    device.create("back", isFromBackground: true)
    device.advance(.hours(23))
    #expect(device.transfersStarted.isEmpty)
    device.advance(.hours(1))
    #expect(device.transfersStarted == ["back"])
  }

  @Test(arguments: [
    (Event.deviceChanged(.lowPower(true)), Event.deviceChanged(.lowPower(false))),
    (.deviceChanged(.network(.none)), .deviceChanged(.network(.unmetered))),
    (.deviceChanged(.thermal(.serious)), .deviceChanged(.thermal(.fair))),
    (.deviceChanged(.power(.battery)), .deviceChanged(.power(.external))),
    (.deviceChanged(.network(.metered)), .deviceChanged(.network(.unmetered))),
  ])
  func `compatibility 47: each gate alone stops a discretionary transfer`(
    closing: Event,
    opening: Event
  ) {
    var device = VirtualDevice.furnished()
    device.send(closing)
    if closing == .deviceChanged(.lowPower(true)) { device.change(.power(.battery)) }
    device.create("t", isFromBackground: true)
    #expect(device.transfersStarted.isEmpty)
    device.send(opening)
    device.change(.power(.external))
    #expect(device.transfersStarted == ["t"])
  }

  @Test func `compatibility 64: switching refresh off cancels what was left to the system`() {
    var device = VirtualDevice.furnished()
    device.create("running", isFromBackground: true)
    device.create("plain", isFromBackground: false)
    device.change(.refresh(false))
    device.create("late", isFromBackground: true)
    #expect(device.transfersCancelled == ["running", "late"])
  }

  @Test func `compatibility 64: a force quit cancels all transfers`() {
    var device = VirtualDevice.furnished()
    device.create("one", isFromBackground: false)
    device.send(.appForceQuit(.reader))
    #expect(device.transfersCancelled == ["one"])
  }

  @Test func `a transfer that waits for power wakes nobody before its day is over`() {
    var device = VirtualDevice.furnished(device: DeviceState(power: .battery, battery: 80))
    device.create("t", isFromBackground: true)
    #expect(device.wakesAt == device.now + .hours(24))
  }
}

extension VirtualDevice {
  mutating func create(_ name: String, isFromBackground: Bool) {
    let key = TransferKey(app: .reader, session: "s", identifier: name)
    send(.transferCreated(Transfer(key: key, isFromBackground: isFromBackground)))
  }

  mutating func finish(_ name: String) {
    send(.transferFinished(TransferKey(app: .reader, session: "s", identifier: name)))
    send(.transferEventsHandled(.reader, session: "s"))
  }

  /// Makes one transfer after another, each when the one before has woken the app.
  ///
  /// - Returns: How long each of them waited.
  mutating func chain(_ count: Int) -> [TimeSpan] {
    create("t0", isFromBackground: false)
    var waits: [TimeSpan] = []
    for index in 1...count {
      finish("t\(index - 1)")
      let created = now
      create("t\(index)", isFromBackground: true)
      while !transfersStarted.contains("t\(index)"), wakesAt < .distantFuture {
        advance(wakesAt - now)
      }
      waits.append(now - created)
    }
    finish("t\(count)")
    return waits
  }

  /// The names of the transfers that were let begin, in order.
  var transfersStarted: [String] {
    effects.compactMap {
      if case .startTransfer(let transfer) = $0 { transfer.key.identifier } else { nil }
    }
  }

  /// The names of the transfers that the system ended, in order.
  var transfersCancelled: [String] {
    effects.compactMap {
      if case .cancelTransfer(let transfer, _) = $0 { transfer.key.identifier } else { nil }
    }
  }
}
