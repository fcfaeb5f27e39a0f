// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What Apple documents, over whole days and with every number as it comes.
@Suite struct FactTests {
  @Test(arguments: TaskKind.allCases.filter(\.isProcessing), [true, false])
  func `spec 3.2: processing runs within two days of an app that was used that week`(
    kind: TaskKind,
    charges: Bool
  ) throws {
    var device = VirtualDevice.furnished(device: Self.day, isChoosy: true)
    device.exit(device.openByUser(), .exited(0))
    device.advance(.days(6))
    let submitted = device.wall
    device.submit(kind, "a")
    for _ in 0..<2 where device.deliveries.isEmpty {
      device.advance(.hours(15))
      #expect(device.deliveries.isEmpty, "while it is in use")
      device.change(.idle(true))
      if charges { device.change(.power(.external)) }
      device.advance(.hours(9))
      device.change(.power(.battery))
      device.change(.idle(false))
    }
    let run = try #require(device.deliveries.first)
    #expect(run.startedWall - submitted <= .days(2))
  }

  @Test(arguments: PowerSource.allCases)
  func `spec 5.2: no refresh in Low Power Mode, and one when it is over`(
    power: PowerSource
  ) {
    var device = VirtualDevice.furnished(device: DeviceState(power: power), isChoosy: true)
    device.exit(device.openByUser(), .exited(0))
    device.submit(.refresh, "a")
    device.change(.lowPower(true))
    device.advance(.days(3))
    #expect(device.deliveries.isEmpty)
    #expect(device.reasons("a") == ["lowPowerMode"])
    device.change(.lowPower(false))
    device.advance(.minutes(1))
    #expect(device.delivered == ["a"])
  }

  @Test func `a refresh of an app that is seldom used runs within a day all the same`() {
    var device = VirtualDevice.furnished(device: Self.day, isChoosy: true)
    device.exit(device.openByUser(), .exited(0))
    device.advance(.days(20))
    device.submit(.refresh, "a")
    device.advance(.days(1))
    #expect(device.delivered == ["a"])
  }

  /// A phone in somebody's hand, on its battery.
  private static let day = DeviceState(power: .battery, battery: 60, isIdle: false)
}
