// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus
internal import NightjarModel

// The services whose properties are facts. Each property is that of the service's own reference.

extension ServiceSource {
  /// UPower: where power comes from, and how much there is.
  ///
  /// The numbers are those of <https://upower.freedesktop.org/docs/>.
  static func upower() -> ServiceSource {
    let name = "org.freedesktop.UPower"
    let machine = BusObject(path: "/org/freedesktop/UPower", interface: name)
    let battery = BusObject(
      path: "/org/freedesktop/UPower/devices/DisplayDevice",
      interface: "\(name).Device"
    )
    return ServiceSource(
      title: "UPower",
      service: BusService(name: name, objects: [machine, battery]),
      keys: [.power, .battery]
    ) { service in
      [
        ServiceAnswer(.power) { () throws(Doubt) in
          let isOnBattery = try ServiceProperties(service, machine).boolean("OnBattery")
          return found(.power(isOnBattery ? .battery : .external), "UPower")
        },
        ServiceAnswer(.battery) { () throws(Doubt) in
          try displayDevice(ServiceProperties(service, battery))
        },
      ]
    }
  }

  /// The device that UPower makes of all batteries, for a display to show.
  private static func displayDevice(_ properties: ServiceProperties) throws(Doubt) -> Finding {
    guard try properties.boolean("IsPresent") else {
      return found(.battery(100), "UPower: no battery")
    }
    let states = [
      "unknown", "charging", "discharging", "empty", "full", "waits to charge",
      "waits to discharge",
    ]
    let state = try properties.number("State", among: Array(0..<UInt64(states.count)))
    let percentage = try properties.real("Percentage", in: 0...100)
    return found(.battery(Int(percentage.rounded())), "UPower, \(states[Int(state)])")
  }

  /// NetworkManager: whether there is a way into the internet, and whether its bytes cost money.
  ///
  /// The numbers are those of <https://networkmanager.dev/docs/api/latest/nm-dbus-types.html>.
  static func networkManager() -> ServiceSource {
    let name = "org.freedesktop.NetworkManager"
    let object = BusObject(path: "/org/freedesktop/NetworkManager", interface: name)
    return ServiceSource(
      title: "NetworkManager",
      service: BusService(name: name, objects: [object]),
      keys: [.network]
    ) { service in
      [
        ServiceAnswer(.network) { () throws(Doubt) in
          try network(ServiceProperties(service, object))
        }
      ]
    }
  }

  /// Without a connection of its own NetworkManager may still stand beside a network that somebody
  /// else set up, so the routes decide then.
  private static func network(_ properties: ServiceProperties) throws(Doubt) -> Finding {
    let state = try properties.number("State", among: [0, 10, 20, 30, 40, 50, 60, 70])
    let connectivity = try properties.number("Connectivity", among: [0, 1, 2, 3, 4])
    let metered = try properties.number("Metered", among: [0, 1, 2, 3, 4])
    switch state {
    case 50: return found(.network(.none), "NetworkManager, connected locally only")
    case 60, 70: break
    default: throw .silence("it has no connection of its own")
    }
    switch connectivity {
    case 1: return found(.network(.none), "NetworkManager, no connectivity")
    case 2: return found(.network(.none), "NetworkManager, behind a portal that wants a login")
    default: break
    }
    // A limited network may be one that only hides from the check; a local server is reachable.
    let kinds = [
      "not known to be metered", "metered", "not metered", "guessed metered", "not metered",
    ]
    let source = "NetworkManager, \(kinds[Int(metered)])\(connectivity == 3 ? ", limited" : "")"
    let isMetered = metered == 1 || metered == 3
    return found(.network(isMetered ? .metered : .unmetered), source)
  }

  /// power-profiles-daemon, under its present and its former name: `power-saver` is Low Power Mode.
  static func powerProfiles() -> [ServiceSource] {
    [
      powerProfiles(
        "org.freedesktop.UPower.PowerProfiles",
        path: "/org/freedesktop/UPower/PowerProfiles",
        .renamedService
      ),
      powerProfiles("net.hadess.PowerProfiles", path: "/net/hadess/PowerProfiles", .service),
    ]
  }

  private static func powerProfiles(
    _ name: String,
    path: String,
    _ precedence: Precedence
  ) -> ServiceSource {
    let object = BusObject(path: path, interface: name)
    return ServiceSource(
      title: "power-profiles-daemon",
      service: BusService(name: name, objects: [object]),
      keys: [.lowPower],
      precedence: precedence
    ) { service in
      [
        ServiceAnswer(.lowPower) { () throws(Doubt) in
          let words = ["power-saver", "balanced", "performance"]
          let properties = ServiceProperties(service, object)
          let profile = try properties.word("ActiveProfile", among: words)
          return found(.lowPower(profile == words[0]), "power-profiles-daemon, \(profile)")
        }
      ]
    }
  }

  private static func found(_ fact: DeviceChange, _ source: String) -> Finding {
    Finding(fact: fact, source: source, trust: .derived)
  }
}
