// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// The rows of 5.3, one gate at a time.
@Suite struct GateTests {
  /// A gate, how it is closed, and the kinds that it stops under the preset `phone`.
  struct Row: CustomTestStringConvertible {
    var gate: Gate
    var reason: String
    var closing: [Event]
    var opening: Event
    var stops: Set<TaskKind>

    var testDescription: String { gate.rawValue }
  }

  static let rows: [Row] = [
    Row(
      gate: .network,
      reason: "waitingForNetwork",
      closing: [.deviceChanged(.network(.none))],
      opening: .deviceChanged(.network(.metered)),
      stops: [.processing, .healthResearch]
    ),
    Row(
      gate: .power,
      reason: "waitingForExternalPower",
      closing: [.deviceChanged(.power(.battery))],
      opening: .deviceChanged(.power(.external)),
      stops: [.processing, .healthResearch]
    ),
    Row(
      gate: .idle,
      reason: "deviceInUse",
      closing: [.deviceChanged(.idle(false))],
      opening: .deviceChanged(.idle(true)),
      stops: [.processing, .healthResearch]
    ),
    Row(
      gate: .lowPower,
      reason: "lowPowerMode",
      closing: [.deviceChanged(.lowPower(true))],
      opening: .deviceChanged(.lowPower(false)),
      stops: [.refresh]
    ),
    Row(
      gate: .heat,
      reason: "overheated",
      closing: [.deviceChanged(.thermal(.serious))],
      opening: .deviceChanged(.thermal(.fair)),
      stops: [.refresh, .processing, .healthResearch]
    ),
    Row(
      gate: .forceQuit,
      reason: "forceQuit",
      closing: [.appForceQuit(.reader)],
      opening: .appOpened(.reader, Ticket(rawValue: 1)),
      stops: [.refresh]
    ),
  ]

  @Test(arguments: rows, [TaskKind.refresh, .processing, .healthResearch])
  func `compatibility 47: each gate alone stops the kinds that are marked`(
    row: Row,
    kind: TaskKind
  ) {
    var device = VirtualDevice.furnished()
    for event in row.closing { device.send(event) }
    device.submit(kind, "a", conditions: kind.isProcessing ? [.network, .externalPower] : [])
    if row.stops.contains(kind) {
      #expect(device.reasons("a") == [row.reason])
      #expect(device.delivered.isEmpty)
      device.send(row.opening)
    }
    #expect(device.delivered == ["a"])
  }

  @Test(arguments: rows) func `continued work meets no gate`(row: Row) {
    var device = VirtualDevice.furnished()
    for event in row.closing { device.send(event) }
    _ = device.openByUser()
    device.submit(.continued, "a")
    #expect(device.delivered == ["a"])
  }

  @Test func `unconditional processing runs offline and on battery`() {
    var device = VirtualDevice.furnished()
    device.change(.network(.none))
    device.change(.power(.battery))
    device.submit(.processing, "a")
    #expect(device.delivered == ["a"])
  }

  @Test(arguments: [true, false])
  func `compatibility 19: a closed refresh switch lets pending requests wait`(wholeDevice: Bool) {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    device.submit(.refresh, "a")
    device.submit(.processing, "b")
    device.send(
      wholeDevice ? .deviceChanged(.refresh(false)) : .appRefreshSwitched(.reader, false)
    )
    device.change(.thermal(.nominal))
    #expect(device.reasons("a") == ["refreshSwitchedOff"])
    #expect(device.reasons("b") == ["refreshSwitchedOff"])
    device.send(wholeDevice ? .deviceChanged(.refresh(true)) : .appRefreshSwitched(.reader, true))
    #expect(device.delivered == ["a", "b"])
  }

  @Test(arguments: [(19, PowerSource.battery, false), (20, .battery, true), (19, .external, true)])
  func `compatibility 52: the battery gate closes below 20 per cent on battery`(
    level: Int,
    power: PowerSource,
    runs: Bool
  ) {
    var device = VirtualDevice.furnished(device: DeviceState(power: power, battery: level))
    device.submit(.refresh, "a")
    #expect(device.delivered.isEmpty != runs)
    #expect(device.reasons("a") == (runs ? nil : ["lowBattery"]))
  }

  @Test(arguments: [(PowerSource.battery, false), (.external, true)])
  func `Low Power Mode stops processing on battery only`(power: PowerSource, runs: Bool) {
    var device = VirtualDevice.furnished(device: DeviceState(power: power, isLowPower: true))
    device.submit(.processing, "a")
    #expect(device.delivered.isEmpty != runs)
  }

  @Test func `on the mains preset neither Low Power Mode nor the battery stops anything`() {
    let state = DeviceState(power: .battery, battery: 5, isLowPower: true)
    var mains = VirtualDevice.furnished(.mains, device: state)
    mains.submit(.refresh, "a")
    #expect(mains.delivered == ["a"])
    var portable = VirtualDevice.furnished(.portable, device: state)
    portable.submit(.refresh, "a")
    #expect(portable.reasons("a") == ["lowPowerMode", "lowBattery"])
  }

  @Test func `compatibility 49: after a force quit processing runs and refresh waits`() {
    var device = VirtualDevice.furnished()
    device.send(.appForceQuit(.reader))
    device.submit(.refresh, "a")
    device.submit(.processing, "b")
    #expect(device.delivered == ["b"])
    #expect(device.reasons("a") == ["forceQuit"])
    _ = device.openByUser()
    #expect(device.delivered == ["b", "a"])
  }

  @Test func `every unmet reason is told`() {
    let state = DeviceState(
      power: .battery,
      battery: 10,
      network: .none,
      isIdle: false,
      isLowPower: true,
      thermal: .critical
    )
    var device = VirtualDevice.furnished(device: state)
    device.submit(.processing, "a", after: .hours(1), conditions: [.network, .externalPower])
    let expected = [
      "notBefore", "waitingForNetwork", "waitingForExternalPower", "deviceInUse", "lowPowerMode",
      "lowBattery", "overheated",
    ]
    #expect(device.reasons("a") == expected)
  }

  @Test func `a gate that closes during the launch keeps the task back`() throws {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .hangs
    device.submit(.processing, "a", conditions: [.externalPower])
    device.change(.power(.battery))
    let process = try #require(device.processes.keys.first)
    device.send(.appFinishedLaunching(.reader, process))
    #expect(device.delivered.isEmpty)
    #expect(device.reasons("a") == ["waitingForExternalPower"])
    device.change(.power(.external))
    #expect(device.delivered == ["a"])
  }
}
