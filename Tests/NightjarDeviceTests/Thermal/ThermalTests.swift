// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

@Suite struct ThermalTests {
  private func makeZone(_ machine: FakeMachine, _ name: String, temperature: String) throws {
    let folder = "sys/class/thermal/\(name)"
    try machine.write("\(folder)/temp", temperature)
    for (index, trip) in [("active", 50), ("passive", 80), ("hot", 95), ("critical", 105)]
      .enumerated()
    {
      try machine.write("\(folder)/trip_point_\(index)_type", trip.0)
      try machine.write("\(folder)/trip_point_\(index)_temp", String(trip.1 * 1000))
    }
  }

  private func start(_ machine: FakeMachine) throws -> (ThermalSource, () -> Finding?) {
    let source = ThermalSource(folder: machine.folders.thermalZones)
    var found: [Finding] = []
    source.start(on: try EventLoop()) { found = $0 }
    return (source, { found.first })
  }

  @Test(arguments: [
    ("20000", ThermalState.nominal), ("50000", .fair), ("79999", .fair), ("80000", .serious),
    ("95000", .critical), ("100000", .critical), ("-5000", .nominal),
  ])
  func `the hottest trip that is reached tells`(temperature: String, state: ThermalState) throws {
    let machine = try FakeMachine()
    try makeZone(machine, "thermal_zone0", temperature: "20000")
    try makeZone(machine, "thermal_zone1", temperature: temperature)
    #expect(try start(machine).1()?.fact == .thermal(state))
  }

  @Test func `a temperature that swings around a trip does not flap`() throws {
    let machine = try FakeMachine()
    try makeZone(machine, "thermal_zone0", temperature: "80000")
    let (source, found) = try start(machine)
    var states = [found()?.fact.text]
    for temperature in ["79000", "77001", "76999", "79999"] {
      try makeZone(machine, "thermal_zone0", temperature: temperature)
      source.look(isFirst: false)
      states.append(found()?.fact.text)
    }
    #expect(states == ["serious", "serious", "serious", "fair", "fair"])
  }

  @Test func `only a machine that is hot must be looked at`() throws {
    let machine = try FakeMachine()
    try makeZone(machine, "thermal_zone0", temperature: "60000")
    let (source, _) = try start(machine)
    #expect(source.mustBeLookedAt)
    try makeZone(machine, "thermal_zone0", temperature: "20000")
    source.look(isFirst: false)
    #expect(!source.mustBeLookedAt)
  }

  @Test(arguments: ["", "hot", "99999999999999999999", "9223372036854775807"])
  func `a zone that cannot be read is left out`(temperature: String) throws {
    let machine = try FakeMachine()
    try makeZone(machine, "thermal_zone0", temperature: temperature)
    let (source, found) = try start(machine)
    #expect(found()?.fact == .thermal(.nominal))
    #expect(found()?.trust == .default)
    #expect(source.check.state == .missing)
  }

  @Test func `trips at zero and below, or of an unknown kind, do not count`() throws {
    let machine = try FakeMachine()
    let zone = "sys/class/thermal/thermal_zone0"
    try machine.write("\(zone)/temp", "40000")
    for (index, trip) in [("critical", "0"), ("hot", "-274000"), ("molten", "1000"), ("hot", "x")]
      .enumerated()
    {
      try machine.write("\(zone)/trip_point_\(index)_type", trip.0)
      try machine.write("\(zone)/trip_point_\(index)_temp", trip.1)
    }
    #expect(try start(machine).1()?.trust == .default)
  }
}
