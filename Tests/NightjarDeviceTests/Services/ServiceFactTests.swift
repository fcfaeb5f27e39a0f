// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

@Suite(.enabled(if: ServiceStage.isAvailable, "python3-dbusmock and dbus-daemon are needed"))
struct ServiceFactTests {
  @Test func `UPower is believed before sysfs from the start, and followed`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.startUPower()
    }
    #expect(probe.device.state.power == .external)
    #expect(probe.device.state.battery == 56)
    #expect(probe.source(.power) == "UPower")
    #expect(probe.source(.battery) == "UPower, charging")
    #expect(probe.reported == [])
    try probe.stage.set(
      "upower",
      ServicePlace.upowerPath,
      ServicePlace.upower,
      "OnBattery",
      true
    )
    try probe.stage.setPercentage(["d": 12])
    #expect(try probe.until { probe.device.state.battery == 12 })
    #expect(probe.reported == [.power(.battery), .battery(12)])
    #expect(probe.check("UPower")?.state == .ok)
  }

  @Test func `a machine without a battery is full`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      let absent: [String: Any] = ["IsPresent": false, "State": ["u": 0], "Percentage": ["d": 0]]
      try $0.start(
        "upower",
        template: "upower",
        [[ServicePlace.display, "\(ServicePlace.upower).Device", absent]]
      )
    }
    #expect(probe.device.state.battery == 100)
    #expect(probe.source(.battery) == "UPower: no battery")
  }

  @Test(arguments: [
    (70, 4, 2, NetworkState.unmetered, "NetworkManager, not metered"),
    (70, 4, 1, .metered, "NetworkManager, metered"),
    (70, 0, 3, .metered, "NetworkManager, guessed metered"),
    (70, 4, 4, .unmetered, "NetworkManager, not metered"),
    (60, 3, 0, .unmetered, "NetworkManager, not known to be metered, limited"),
    (60, 2, 0, .none, "NetworkManager, behind a portal that wants a login"),
    (60, 1, 0, .none, "NetworkManager, no connectivity"),
    (50, 0, 0, .none, "NetworkManager, connected locally only"),
  ])
  func `NetworkManager says what the network is good for`(
    state: Int,
    connectivity: Int,
    metered: Int,
    network: NetworkState,
    source: String
  ) throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.startNetworkManager(state: state, connectivity: connectivity, metered: metered)
    }
    #expect(probe.device.state.network == network)
    #expect(probe.source(.network) == source)
  }

  @Test func `without a connection of its own NetworkManager leaves it to the routes`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.startNetworkManager(metered: 1)
    }
    #expect(probe.device.state.network == .metered)
    try probe.stage.set(
      "network",
      ServicePlace.networkPath,
      ServicePlace.network,
      "State",
      ["u": 20]
    )
    #expect(try probe.until { probe.source(.network).hasPrefix("rtnetlink") })
    let why = "NetworkManager: it has no connection of its own"
    #expect(probe.source(.network).hasSuffix(why))
    #expect(probe.check("NetworkManager")?.state == .ok)
  }

  @Test(arguments: [
    (ServicePlace.profiles, ServicePlace.profilesPath),
    (ServicePlace.oldProfiles, ServicePlace.oldProfilesPath),
  ])
  func `power-saver under either name is Low Power Mode`(name: String, path: String) throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.start("profiles", name, at: path, ["ActiveProfile": "power-saver"])
    }
    #expect(probe.device.state.isLowPower)
    try probe.stage.set("profiles", path, name, "ActiveProfile", "balanced")
    #expect(try probe.until { !probe.device.state.isLowPower })
    #expect(probe.source(.lowPower) == "power-profiles-daemon, balanced")
    #expect(probe.check("power-profiles-daemon")?.state == .ok)
  }

  @Test func `the present name of power-profiles-daemon counts before the former`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.start("old", template: "power_profiles_daemon")
      try $0.start(
        "new",
        ServicePlace.profiles,
        at: ServicePlace.profilesPath,
        ["ActiveProfile": "power-saver"]
      )
    }
    #expect(probe.device.state.isLowPower)
    try probe.stage.stop("new")
    #expect(try probe.until { !probe.device.state.isLowPower })
    #expect(probe.check("power-profiles-daemon")?.state == .ok)
  }

  @Test func `a desktop is idle when logind says so, two minutes on`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.startLogind()
    }
    #expect(!probe.device.state.isIdle)
    #expect(probe.source(.idle) == "logind, in use")
    // The hint was set 119.5 seconds ago, so that half a second is left.
    let since = Clocks.wall / 1000 - 119_500_000
    let place = (ServicePlace.loginPath, ServicePlace.login)
    try probe.stage.set("logind", place.0, place.1, "IdleSinceHint", ["t": since])
    try probe.stage.set("logind", place.0, place.1, "IdleHint", true)
    #expect(try probe.until { probe.device.state.isIdle })
    #expect(Clocks.wall / 1000 - since >= 120_000_000)
    try probe.stage.set("logind", place.0, place.1, "IdleHint", false)
    #expect(try probe.until { !probe.device.state.isIdle })
  }

  @Test func `a server's idleness is its load, whatever logind says`() throws {
    let probe = try ServiceProbe(kind: .server) {
      try $0.startBus()
      try $0.startLogind()
    }
    #expect(probe.device.state.isIdle)
    #expect(probe.source(.idle).hasPrefix("load "))
    #expect(probe.check("logind")?.detail == "says sleep and shutdown")
  }

  @Test func `low-memory-monitor says when memory runs short`() throws {
    let probe = try ServiceProbe {
      try $0.startBus()
      try $0.start("memory", ServicePlace.memory, at: ServicePlace.memoryPath, [:])
    }
    let signal = "\(ServicePlace.memory)/LowMemoryWarning"
    try probe.stage.emit("memory", at: ServicePlace.memoryPath, signal, "y", ["y": 100])
    #expect(try probe.until { !probe.events.isEmpty })
    #expect(probe.events == [.memoryRanShort("low-memory-monitor, level 100")])
  }
}
