// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// One folder of `/sys/class/power_supply`, as far as it can be read.
///
/// The attributes are those of the kernel's `Documentation/ABI/testing/sysfs-class-power`.
struct PowerSupply: Equatable {
  /// What a supply is to the machine.
  enum Role: Equatable {
    /// Feeds the machine from outside: the mains, USB, a wireless pad.
    case external(isOnline: Bool)

    /// Stores what the machine runs on.
    case battery
  }

  /// What a battery does, by the words of its `status`.
  enum Status: String {
    case charging = "Charging"
    case discharging = "Discharging"
    case notCharging = "Not charging"
    case full = "Full"
    case unknown = "Unknown"
  }

  /// The folder's name, such as `BAT0`.
  var name: String

  /// What it is to the machine.
  var role: Role

  /// Whether it is a battery that the machine carries, and not one that stands beside it.
  var isPortable = false

  /// What a battery does.
  var status = Status.unknown

  /// The charge in percent, if the battery tells.
  var charge: Int?

  /// What a full battery holds in µWh, if it tells.
  var fullEnergy: Int?

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - folder: The folder that it lies in.
  /// - Returns: The supply; nil when it does not feed this machine, is not there any more, or makes
  ///   no sense.
  static func read(_ name: String, in folder: String) -> Self? {
    let attributes = SupplyAttributes(folder: "\(folder)/\(name)")
    // The battery of a mouse or a headset says nothing of this machine.
    guard let type = attributes.text("type"), attributes.text("scope") != "Device" else {
      return nil
    }
    guard type == "Battery" || type == "UPS" else {
      guard let online = attributes.number("online") else { return nil }
      // 1 is a fixed, 2 a programmable voltage.
      return Self(name: name, role: .external(isOnline: online > 0))
    }
    // An empty bay keeps its folder.
    guard attributes.number("present") != 0 else { return nil }
    var supply = Self(name: name, role: .battery, isPortable: type == "Battery")
    supply.status = attributes.text("status").flatMap(Status.init) ?? .unknown
    supply.charge = attributes.charge
    supply.fullEnergy = attributes.fullEnergy
    return supply
  }
}

/// The attributes of one supply.
struct SupplyAttributes {
  var folder: String

  func text(_ name: String) -> String? {
    guard let text = try? KernelFile.text(of: "\(folder)/\(name)"), !text.isEmpty else {
      return nil
    }
    return text
  }

  func number(_ name: String) -> Int? {
    text(name).flatMap { Int($0) }
  }

  /// `capacity` in percent, else what is in of what goes in, else one of five words.
  var charge: Int? {
    if let capacity = number("capacity"), capacity >= 0 { return min(100, capacity) }
    for kind in ["energy", "charge"] {
      if let now = amount("\(kind)_now"), let full = amount("\(kind)_full"), full > 0 {
        return min(100, now * 100 / full)
      }
    }
    return switch text("capacity_level") {
    case "Full": 100
    case "High": 80
    case "Normal": 50
    case "Low": 15
    case "Critical": 5
    default: nil
    }
  }

  /// In µWh; a charge in µAh counts at the battery's own voltage in µV.
  var fullEnergy: Int? {
    if let energy = amount("energy_full") ?? amount("energy_full_design"), energy > 0 {
      return energy
    }
    guard let charge = amount("charge_full") ?? amount("charge_full_design"), charge > 0 else {
      return nil
    }
    let voltage = amount("voltage_min_design") ?? amount("voltage_now") ?? 0
    let energy = Double(charge) * Double(voltage) / 1e6
    return energy >= 1 ? Int(min(energy, Self.largest)) : nil
  }

  /// The power at which a battery is used, in µW; a current in µA counts at the voltage in µV.
  ///
  /// Some drivers count what leaves the battery below zero.
  var power: Int? {
    if let power = number("power_now") { return Int(min(Double(power).magnitude, Self.largest)) }
    guard let current = number("current_now"), let voltage = amount("voltage_now") else {
      return nil
    }
    return Int(min(Double(current).magnitude * Double(voltage) / 1e6, Self.largest))
  }

  /// A million Wh: no battery holds more, and sums of such amounts cannot overflow.
  private static let largest = 1e12

  private func amount(_ name: String) -> Int? {
    guard let number = number(name), number >= 0 else { return nil }
    return min(number, Int(Self.largest))
  }
}
