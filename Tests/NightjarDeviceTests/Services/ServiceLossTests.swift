// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

@Suite(.enabled(if: ServiceStage.isAvailable, "python3-dbusmock and dbus-daemon are needed"))
struct ServiceLossTests {
  private static func withUPower() throws -> ServiceProbe {
    try ServiceProbe {
      try $0.startBus()
      try $0.startUPower()
    }
  }

  @Test func `a service that vanishes is named, replaced, and taken again`() throws {
    let probe = try Self.withUPower()
    try probe.stage.stop("upower")
    #expect(try probe.until { probe.device.state.battery == 40 })
    #expect(probe.device.state.power == .battery)
    #expect(probe.source(.battery).hasPrefix("sysfs "))
    #expect(probe.source(.battery).hasSuffix("; org.freedesktop.UPower went away"))
    #expect(probe.check("UPower")?.state == .missing)
    try probe.stage.startUPower(percentage: 71.0)
    #expect(try probe.until { probe.device.state.battery == 71 })
    #expect(probe.source(.battery) == "UPower, charging")
    #expect(
      probe.notices == [
        "UPower is there",
        "org.freedesktop.UPower went away; power, battery: the next source is used",
        "UPower is there",
      ]
    )
  }

  @Test(arguments: ["250.0", "-1.0", "\"full\"", "{\"u\":50}", "true"])
  func `a charge that cannot be is not believed`(written: String) throws {
    let probe = try Self.withUPower()
    let values: [String: Any] = [
      "250.0": ["d": 250], "-1.0": ["d": -1], "\"full\"": "full", "{\"u\":50}": ["u": 50],
      "true": true,
    ]
    try probe.stage.setPercentage(try #require(values[written]))
    #expect(try probe.until { probe.device.state.battery == 40 })
    #expect(probe.source(.battery).contains("; UPower is not believed: Percentage is "))
    #expect(probe.source(.power) == "UPower")
    #expect(probe.check("UPower")?.state == .failed)
    #expect(probe.notices.count == 2)
    try probe.stage.setPercentage(["d": 63])
    #expect(try probe.until { probe.device.state.battery == 63 })
    #expect(probe.check("UPower")?.state == .ok)
    #expect(probe.notices.last == "UPower is believed again: battery")
  }

  @Test func `a service whose properties are all wrong is as good as none`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.start(
        "upower",
        ServicePlace.upower,
        at: ServicePlace.upowerPath,
        ["OnBattery": "perhaps"]
      )
      try $0.startNetworkManager(state: 7)
      try $0.start(
        "profiles",
        ServicePlace.profiles,
        at: ServicePlace.profilesPath,
        ["ActiveProfile": "turbo"]
      )
    }
    #expect(probe.device.state.power == .battery)
    #expect(probe.device.state.battery == 40)
    #expect(!probe.device.state.isLowPower)
    #expect(probe.source(.power).contains("OnBattery is not a boolean"))
    #expect(probe.source(.battery).contains("UPower is not believed: it answers with "))
    #expect(probe.source(.network).contains("State is 7, which means nothing"))
    #expect(probe.source(.lowPower).contains("ActiveProfile is \"turbo\""))
    let failed = probe.device.checks.filter { $0.state == .failed }.map(\.name)
    #expect(failed == ["UPower", "NetworkManager", "power-profiles-daemon"])
  }

  @Test func `a service that does not answer is not waited for`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.startUPower()
      try $0.freeze("upower")
    }
    #expect(probe.device.state.battery == 40)
    let detail = probe.check("UPower")?.detail ?? ""
    #expect(detail.contains("does not answer"))
    try probe.stage.thaw("upower")
    #expect(try probe.until { probe.device.state.battery == 56 })
  }

  @Test func `a bus that dies takes its services along, and brings them back`() throws {
    let probe = try Self.withUPower()
    try probe.stage.stopBus()
    #expect(try probe.until { probe.device.state.battery == 40 && !probe.isOnBus })
    #expect(probe.source(.battery).hasPrefix("sysfs "))
    #expect(try !probe.loop.isBusy)
    try probe.stage.startBus()
    try probe.stage.startUPower(percentage: 33.0)
    #expect(try probe.until { probe.device.state.battery == 33 })
    #expect(probe.isOnBus)
  }

  @Test func `a machine without a bus gets along, and takes one that comes`() throws {
    let probe = try ServiceProbe { _ in }
    #expect(probe.device.state.battery == 40)
    #expect(probe.check("bus")?.state == .missing)
    #expect(probe.notices == [])
    #expect(try !probe.loop.isBusy)
    try probe.stage.startBus()
    try probe.stage.startUPower()
    #expect(try probe.until { probe.device.state.battery == 56 })
    #expect(probe.isOnBus)
  }

  @Test func `a container asks only a bus that is named`() throws {
    let prepare: (ServiceStage) throws -> Void = {
      try $0.startBus()
      try $0.startUPower(onBattery: true)
    }
    let silent = try ServiceProbe(kind: .container, prepare: prepare)
    #expect(silent.device.state.power == .external)
    #expect(silent.check("bus")?.detail.contains("is not asked") == true)
    let address = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=ROOT/run/dbus/system_bus_socket"]
    let asked = try ServiceProbe(kind: .container, environment: address, prepare: prepare)
    #expect(asked.device.state.power == .battery)
  }

  @Test(arguments: ["nonsense", "tcp:host=127.0.0.1,port=1"])
  func `an address that leads nowhere is named`(address: String) throws {
    let probe = try ServiceProbe(environment: ["DBUS_SYSTEM_BUS_ADDRESS": address]) { _ in }
    #expect(try probe.until { probe.check("bus")?.state == .failed })
    #expect(probe.check("bus")?.detail.contains(address) == true)
    #expect(probe.device.state.battery == 40)
  }
}

@Suite(.enabled(if: ServiceStage.isAvailable, "python3-dbusmock and dbus-daemon are needed"))
struct ServiceSleepTests {
  @Test func `sleep waits until all is saved, and is told of`() throws {
    let probe = try ServiceProbe(kind: .server) {
      try $0.startBus()
      try $0.startLogind()
    }
    #expect(try probe.until { probe.holdsLock })
    #expect(try probe.stage.inhibitors() == 1)
    try probe.stage.tellSleep(true)
    #expect(try probe.until { probe.events == [.sleeps] })
    #expect(try probe.stage.inhibitors() == 1)
    probe.device.isReadyToLeave()
    #expect(try probe.until { try probe.stage.inhibitors() == 0 })
    try probe.stage.tellSleep(false)
    #expect(try probe.until { probe.events == [.sleeps, .resumed] && probe.holdsLock })
    #expect(try probe.stage.inhibitors() == 1)
  }

  @Test func `a logind that gives no lock is told of all the same`() throws {
    let probe = try ServiceProbe(kind: .server) {
      try $0.startBus()
      let place = (ServicePlace.login.replacing(".Manager", with: ""), ServicePlace.loginPath)
      try $0.start("logind", place.0, at: place.1, [:])
    }
    #expect(try probe.until { probe.notices.contains { $0.contains("gave no delay lock") } })
    #expect(!probe.holdsLock)
  }
}

extension ServiceProbe {
  fileprivate var isOnBus: Bool { check("bus")?.state == .ok }

  fileprivate var holdsLock: Bool { device.holdsDelayLock }
}
