// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// One place whose heat the kernel measures, with the temperatures at which it does something.
///
/// The attributes are those of the kernel's `Documentation/driver-api/thermal/sysfs-api.rst`; all
/// temperatures are in thousandths of a degree Celsius.
struct ThermalZone {
  /// What the kernel does when a temperature is reached.
  enum Trip: String {
    /// Starts a fan.
    case active

    /// Slows the machine down.
    case passive

    /// Tells the firmware that it is too hot.
    case hot

    /// Switches the machine off.
    case critical
  }

  /// The folder's name, such as `thermal_zone0`.
  var name: String

  /// How hot it is.
  var temperature: Int

  /// The temperatures at which the kernel acts.
  var trips: [(kind: Trip, temperature: Int)]

  /// A zone must be this much cooler than a trip before the trip counts as left, so that a
  /// temperature that swings around it does not wake anybody again and again.
  private static let hysteresis = 3000

  /// The last degrees before the kernel switches the machine off count as critical already.
  private static let margin = 5000

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - folder: The folder that it lies in.
  /// - Returns: The zone; nil when it has no temperature now or no trips, which is common.
  static func read(_ name: String, in folder: String) -> Self? {
    let path = "\(folder)/\(name)"
    guard let temperature = number("\(path)/temp") else { return nil }
    // The kernel numbers trips without a gap, and no zone has more than a dozen.
    var zone = Self(name: name, temperature: temperature, trips: [])
    for index in 0..<16 {
      guard let kind = try? KernelFile.text(of: "\(path)/trip_point_\(index)_type") else { break }
      guard let kind = Trip(rawValue: kind),
        let temperature = number("\(path)/trip_point_\(index)_temp"),
        // Firmware writes 0 or absolute zero where it has no trip.
        temperature > 0
      else { continue }
      zone.trips.append((kind, temperature))
    }
    return zone.trips.isEmpty ? nil : zone
  }

  /// How hot it is in Apple's four steps.
  ///
  /// - Parameter before: What the machine was at the last look.
  /// - Returns: The step, which falls only when the zone is clearly cooler.
  func state(before: ThermalState) -> ThermalState {
    let now = state(at: temperature)
    guard now < before else { return now }
    return min(before, state(at: temperature + Self.hysteresis))
  }

  /// A fan that starts is `fair`, a processor that is slowed down `serious`.
  private func state(at temperature: Int) -> ThermalState {
    var state = ThermalState.nominal
    for trip in trips {
      let (start, reached): (Int, ThermalState) =
        switch trip.kind {
        case .active: (trip.temperature, .fair)
        case .passive: (trip.temperature, .serious)
        case .hot: (trip.temperature, .critical)
        case .critical: (trip.temperature - Self.margin, .critical)
        }
      if temperature >= start { state = max(state, reached) }
    }
    return state
  }

  private static func number(_ path: String) -> Int? {
    guard let text = try? KernelFile.text(of: path), let number = Int(text) else { return nil }
    // Beyond a million degrees it is garbage, and could overflow.
    return abs(number) < 1_000_000_000 ? number : nil
  }
}
