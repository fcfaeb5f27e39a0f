// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

/// A machine with some supplies, and what it must be taken for.
struct PowerCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var supplies: [String: [String: String]]
  var power: PowerSource
  var battery: Int
  var isPortable = true

  static let battery: [String: String] = [
    "type": "Battery", "present": "1", "status": "Discharging", "capacity": "57",
    "energy_full": "50000000", "energy_now": "28500000",
  ]

  static let all: [Self] = [
    Self(
      testDescription: "no supply at all",
      supplies: [:],
      power: .external,
      battery: 100,
      isPortable: false
    ),
    Self(
      testDescription: "the mains of a desktop",
      supplies: ["AC": ["type": "Mains", "online": "1"]],
      power: .external,
      battery: 100,
      isPortable: false
    ),
    Self(
      testDescription: "a laptop that is plugged in",
      supplies: ["AC": ["type": "Mains", "online": "1"], "BAT0": battery],
      power: .external,
      battery: 57
    ),
    Self(
      testDescription: "a laptop that is not plugged in",
      supplies: ["AC": ["type": "Mains", "online": "0"], "BAT0": battery],
      power: .battery,
      battery: 57
    ),
    Self(
      testDescription: "USB-C feeds while the barrel plug is out",
      supplies: [
        "AC": ["type": "Mains", "online": "0"],
        "ucsi-source-psy-USBC000:001": ["type": "USB", "online": "1", "usb_type": "C [PD] PD_PPS"],
        "BAT0": battery,
      ],
      power: .external,
      battery: 57
    ),
    Self(
      testDescription: "a programmable supply gives online 2",
      supplies: ["usb": ["type": "USB_PD", "online": "2"], "BAT0": battery],
      power: .external,
      battery: 57
    ),
    Self(
      testDescription: "two batteries, weighted by what they hold",
      supplies: [
        "AC": ["type": "Mains", "online": "0"],
        "BAT0": [
          "type": "Battery", "status": "Unknown", "capacity": "100", "energy_full": "30000000",
        ],
        "BAT1": [
          "type": "Battery", "status": "Discharging", "capacity": "50", "energy_full": "20000000",
        ],
      ],
      power: .battery,
      battery: 80
    ),
    Self(
      testDescription: "two batteries, one in µAh at its own voltage",
      supplies: [
        "BAT0": [
          "type": "Battery", "status": "Discharging", "charge_now": "0", "charge_full": "3000000",
          "voltage_min_design": "10000000",
        ],
        "BAT1": [
          "type": "Battery", "status": "Unknown", "capacity": "100", "energy_full": "10000000",
        ],
      ],
      power: .battery,
      battery: 25
    ),
    Self(
      testDescription: "two batteries that do not say what they hold count alike",
      supplies: [
        "BAT0": ["type": "Battery", "status": "Discharging", "capacity": "10"],
        "BAT1": [
          "type": "Battery", "status": "Discharging", "capacity": "31", "energy_full": "10000000",
        ],
      ],
      power: .battery,
      battery: 20
    ),
    Self(
      testDescription: "the battery of a mouse is not the machine's",
      supplies: [
        "hidpp_battery_0": [
          "type": "Battery", "scope": "Device", "status": "Discharging", "capacity": "5",
        ]
      ],
      power: .external,
      battery: 100,
      isPortable: false
    ),
    Self(
      testDescription: "an empty bay",
      supplies: [
        "AC": ["type": "Mains", "online": "1"],
        "BAT1": ["type": "Battery", "present": "0", "status": "Unknown"],
      ],
      power: .external,
      battery: 100,
      isPortable: false
    ),
    Self(
      testDescription: "an unknown status with the plug out",
      supplies: [
        "AC": ["type": "Mains", "online": "0"],
        "BAT0": ["type": "Battery", "status": "Unknown", "capacity": "42"],
      ],
      power: .battery,
      battery: 42
    ),
    Self(
      testDescription: "an unknown status and nothing else to go by",
      supplies: ["BAT0": ["type": "Battery", "status": "Bewildered", "capacity": "42"]],
      power: .battery,
      battery: 42
    ),
    Self(
      testDescription: "a battery alone that is full",
      supplies: ["battery": ["type": "Battery", "status": "Full", "capacity": "99"]],
      power: .external,
      battery: 99
    ),
    Self(
      testDescription: "a battery that charges, whatever its supply says",
      supplies: [
        "ADP0": ["type": "Mains", "online": "0"],
        "BAT0": ["type": "Battery", "status": "Charging", "capacity": "12"],
      ],
      power: .external,
      battery: 12
    ),
    Self(
      testDescription: "a battery that only knows a word",
      supplies: ["BAT0": ["type": "Battery", "status": "Discharging", "capacity_level": "Low"]],
      power: .battery,
      battery: 15
    ),
    Self(
      testDescription: "a UPS on its battery does not make the machine portable",
      supplies: ["ups": ["type": "UPS", "status": "Discharging", "capacity": "77"]],
      power: .battery,
      battery: 77,
      isPortable: false
    ),
    Self(
      testDescription: "a capacity beyond 100",
      supplies: ["BAT0": ["type": "Battery", "status": "Full", "capacity": "104"]],
      power: .external,
      battery: 100
    ),
  ]

  /// Machines whose sysfs is broken: nothing may crash, and the defaults hold.
  static let garbage: [Self] = [
    Self(
      testDescription: "empty attributes",
      supplies: ["BAT0": ["type": "", "status": "", "capacity": ""]],
      power: .external,
      battery: 100,
      isPortable: false
    ),
    Self(
      testDescription: "a folder without attributes",
      supplies: ["BAT0": [:], "AC": [:]],
      power: .external,
      battery: 100,
      isPortable: false
    ),
    Self(
      testDescription: "numbers that are none",
      supplies: [
        "AC": ["type": "Mains", "online": "\u{0}\u{1}yes"],
        "BAT0": [
          "type": "Battery", "status": "Discharging", "capacity": "fifty", "energy_now": "-1",
          "energy_full": "NaN",
        ],
      ],
      power: .battery,
      battery: 100
    ),
    Self(
      testDescription: "numbers at the edge",
      supplies: [
        "BAT0": [
          "type": "Battery", "status": "Discharging", "energy_now": "9223372036854775807",
          "energy_full": "9223372036854775807", "charge_full": "9223372036854775807",
          "voltage_now": "9223372036854775807",
        ],
        "BAT1": [
          "type": "Battery", "status": "Discharging", "charge_now": "9223372036854775807",
          "charge_full": "9223372036854775807", "voltage_now": "9223372036854775807",
        ],
        "BAT2": [
          "type": "Battery", "status": "Discharging", "capacity": "-9223372036854775808",
          "energy_full": "0",
        ],
      ],
      power: .battery,
      battery: 100
    ),
  ]
}

@Suite struct PowerSupplyTests {
  @Test(arguments: PowerCase.all + PowerCase.garbage)
  func `a machine is on battery, or not, with so much charge`(example: PowerCase) throws {
    let machine = try FakeMachine()
    try machine.makeFolder("sys/class/power_supply")
    for (name, attributes) in example.supplies { try machine.supply(name, attributes) }
    let supplies = try PowerSupplies(in: machine.folders.powerSupplies)
    #expect(
      supplies.findings.map(\.fact) == [.power(example.power), .battery(example.battery)]
    )
    #expect(supplies.hasBattery == example.isPortable)
  }

  @Test func `a reading names the supply that it comes from`() throws {
    let machine = try FakeMachine()
    try machine.supply("BAT0", PowerCase.battery)
    let supplies = try PowerSupplies(in: machine.folders.powerSupplies)
    let folder = machine.folders.powerSupplies
    #expect(
      supplies.findings.map(\.source) == [
        "sysfs \(folder)/BAT0 discharges", "sysfs \(folder)/BAT0",
      ]
    )
    #expect(supplies.findings.map(\.trust) == [.measured, .measured])
  }

  @Test func `a battery without a charge falls back to the default and says so`() throws {
    let machine = try FakeMachine()
    try machine.supply("BAT0", ["type": "Battery", "status": "Discharging"])
    let supplies = try PowerSupplies(in: machine.folders.powerSupplies)
    let reading = try #require(supplies.findings.last)
    #expect(reading.trust == .default)
    #expect(reading.source.hasPrefix("default: no charge in "))
  }

  @Test func `a folder that is a file, and an attribute that is a folder, do no harm`() throws {
    let machine = try FakeMachine()
    try machine.write("sys/class/power_supply/BAT0", "Battery")
    try machine.makeFolder("sys/class/power_supply/BAT1/type")
    let supplies = try PowerSupplies(in: machine.folders.powerSupplies)
    #expect(supplies.supplies == [])
  }

  @Test func `a machine without the folder is told as such`() throws {
    let machine = try FakeMachine()
    let source = PowerSupplySource(folder: machine.folders.powerSupplies)
    var found: [Finding] = []
    source.start(on: try EventLoop()) { found = $0 }
    #expect(found.map(\.fact) == [.power(.external), .battery(100)])
    #expect(found.allSatisfy { $0.trust == .default && $0.source.contains("No such file") })
    #expect(source.check.state == .missing)
    #expect(source.check.remedy != nil)
    source.stop()
  }
}
