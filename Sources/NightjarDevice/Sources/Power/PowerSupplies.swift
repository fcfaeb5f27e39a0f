// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// All supplies of the machine, and what they make together; spec section 12.3.
struct PowerSupplies: Equatable {
  /// Where they lie.
  var folder: String

  /// The supplies that could be read.
  var supplies: [PowerSupply]

  /// Reads them all.
  ///
  /// - Parameter folder: `/sys/class/power_supply`.
  /// - Throws: `SystemError` when the folder cannot be listed.
  init(in folder: String) throws(SystemError) {
    self.folder = folder
    supplies = try KernelFile.names(in: folder).compactMap { PowerSupply.read($0, in: folder) }
  }

  /// Whether the machine carries a battery, which makes `portable` its preset.
  var hasBattery: Bool { supplies.contains(where: \.isPortable) }

  /// Where power comes from and how much there is.
  var findings: [Finding] { [power, battery] }

  private var batteries: [PowerSupply] { supplies.filter { $0.role == .battery } }

  private var power: Finding {
    if let online = supplies.first(where: { $0.role == .external(isOnline: true) }) {
      return found(.power(.external), online.name, "is online")
    }
    guard !batteries.isEmpty else { return noBattery(.power(.external)) }
    if let battery = batteries.first(where: { $0.status == .charging }) {
      return found(.power(.external), battery.name, "charges", .derived)
    }
    if let battery = batteries.first(where: { $0.status == .discharging }) {
      return found(.power(.battery), battery.name, "discharges")
    }
    if let offline = supplies.first(where: { $0.role == .external(isOnline: false) }) {
      return found(.power(.battery), offline.name, "is offline")
    }
    // No supply shows itself, as on many ARM boards: the battery alone has to tell.
    if let battery = batteries.first(where: { $0.status != .unknown }) {
      return found(.power(.external), battery.name, "does not discharge", .derived)
    }
    return found(.power(.battery), batteries[0].name, "does not say what it does", .derived)
  }

  /// The mean of all batteries, each weighted by what it holds when full.
  private var battery: Finding {
    guard !batteries.isEmpty else { return noBattery(.battery(100)) }
    let known = batteries.filter { $0.charge != nil }
    guard !known.isEmpty else {
      let names = batteries.map(\.name).joined(separator: ", ")
      return Finding(
        fact: .battery(100),
        source: "default: no charge in \(folder)/\(names)",
        trust: .default
      )
    }
    let areWeighted = known.allSatisfy { $0.fullEnergy != nil }
    var sum = 0
    var weights = 0
    for battery in known {
      let weight = areWeighted ? battery.fullEnergy ?? 1 : 1
      sum += weight * (battery.charge ?? 0)
      weights += weight
    }
    let names = known.map(\.name).joined(separator: ", ")
    let trust: DeviceTrust = known.count == 1 ? .measured : .derived
    return Finding(
      fact: .battery(sum / max(1, weights)),
      source: "sysfs \(folder)/\(names)",
      trust: trust
    )
  }

  private func found(
    _ fact: DeviceChange,
    _ name: String,
    _ words: String,
    _ trust: DeviceTrust = .measured
  ) -> Finding {
    Finding(fact: fact, source: "sysfs \(folder)/\(name) \(words)", trust: trust)
  }

  private func noBattery(_ fact: DeviceChange) -> Finding {
    Finding(fact: fact, source: "sysfs \(folder): no battery", trust: .derived)
  }
}
