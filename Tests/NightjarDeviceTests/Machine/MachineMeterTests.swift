// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

@testable import NightjarDevice

/// What the whole machine uses, from files like those of the kernel.
@Suite struct MachineMeterTests {
  private static let second: Int64 = 1_000_000_000

  private static func meter(_ machine: FakeMachine, seesHardware: Bool = true) -> MachineMeter {
    MachineMeter(folders: machine.folders, seesHardware: seesHardware)
  }

  private static func rapl(_ machine: FakeMachine, _ name: String, _ microjoules: Int64) throws {
    try machine.write("sys/class/powercap/\(name)/energy_uj", "\(microjoules)")
    try machine.write("sys/class/powercap/\(name)/max_energy_range_uj", "1000")
  }

  @Test func `a machine that shows nothing has used nothing that is known`() throws {
    let machine = try FakeMachine()
    var meter = Self.meter(machine)
    #expect(meter.read(at: 0) == MachineUse())
  }

  @Test func `packages are added, their parts are not, and a full counter begins at zero`() throws {
    let machine = try FakeMachine()
    try Self.rapl(machine, "intel-rapl:0", 900)
    try Self.rapl(machine, "intel-rapl:1", 10)
    try Self.rapl(machine, "intel-rapl:0:0", 5)
    var meter = Self.meter(machine)
    #expect(meter.read(at: 0).energy == Energy(microjoules: 0, source: .rapl))
    try Self.rapl(machine, "intel-rapl:0", 50)
    try Self.rapl(machine, "intel-rapl:1", 30)
    try Self.rapl(machine, "intel-rapl:0:0", 500)
    #expect(meter.read(at: 1).energy == Energy(microjoules: 170, source: .rapl))
  }

  @Test func `the power of the battery counts for as long as it lasts`() throws {
    let machine = try FakeMachine()
    let battery = ["type": "Battery", "present": "1", "capacity": "50"]
    let discharging = battery.merging(["status": "Discharging", "power_now": "4000000"]) { $1 }
    try machine.supply("BAT0", discharging)
    var meter = Self.meter(machine)
    #expect(meter.read(at: 0).energy == Energy(microjoules: 0, source: .battery))
    // From 4 W to 6 W in two seconds.
    try machine.write("sys/class/power_supply/BAT0/power_now", "-6000000")
    let later = meter.read(at: 2 * Self.second)
    #expect(later.energy == Energy(microjoules: 10_000_000, source: .battery))
  }

  @Test func `a current counts at the voltage`() throws {
    let machine = try FakeMachine()
    try machine.supply(
      "BAT0",
      [
        "type": "Battery", "present": "1", "status": "Discharging", "current_now": "500000",
        "voltage_now": "12000000",
      ]
    )
    var meter = Self.meter(machine)
    _ = meter.read(at: 0)
    let later = meter.read(at: Self.second)
    #expect(later.energy == Energy(microjoules: 6_000_000, source: .battery))
  }

  @Test(arguments: ["Charging", "Full", "Not charging"])
  func `a battery that is not discharged tells nothing`(status: String) throws {
    let machine = try FakeMachine()
    try machine.supply("BAT0", ["type": "Battery", "status": status, "power_now": "4000000"])
    var meter = Self.meter(machine)
    #expect(meter.read(at: 0).energy == nil)
  }

  @Test func `what a container shows of the hardware is its host's`() throws {
    let machine = try FakeMachine()
    try Self.rapl(machine, "intel-rapl:0", 900)
    var meter = Self.meter(machine, seesHardware: false)
    #expect(meter.read(at: 0).energy == nil)
  }

  @Test func `processors are busy with everything but waiting`() throws {
    let machine = try FakeMachine()
    try Self.rapl(machine, "intel-rapl:0", 900)
    try machine.write("proc/stat", "cpu  1 2 4 1000 1000 8 16 32 64 128\ncpu0 9 9 9 9 9 9 9 9")
    var meter = Self.meter(machine)
    // A tick is 10 ms.
    #expect(meter.read(at: 0).busy == .milliseconds(630))
  }

  @Test func `all interfaces count but the loopback`() throws {
    let machine = try FakeMachine()
    try machine.write(
      "proc/self/net/dev",
      """
      Inter-|   Receive                                |  Transmit
       face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets
          lo: 5000      1    0    0    0     0          0         0     5000       1
        eth0: 100       1    0    0    0     0          0         0       20       1
      wlan0:3           1    0    0    0     0          0         0        4       1
      """
    )
    var meter = Self.meter(machine)
    #expect(meter.read(at: 0).networkBytes == 127)
  }
}
