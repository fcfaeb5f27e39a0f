// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// The words for what a run has used.
enum UseText {
  /// The processor time alone, for a list.
  static func short(_ use: SchedulerInterface.Use) -> String {
    "\(hundredths(use.cpuSeconds)) s of CPU"
  }

  /// All that is known.
  static func long(_ use: SchedulerInterface.Use) -> String {
    let disk = [
      use.readBytes.map { "\(bytes($0)) read" }, use.writtenBytes.map { "\(bytes($0)) written" },
    ]
    let machine = [
      use.networkBytesAtMost.map { "at most \(bytes($0)) over networks" },
      use.energyJoules.map { "\(hundredths($0)) J (\(Printable.text(use.energySource)))" },
    ]
    return ([short(use)] + (disk + machine).compactMap(\.self)).joined(separator: ", ")
  }

  /// A number with two digits behind the point.
  private static func hundredths(_ number: Double) -> String {
    // What a peer sends may be more than a whole number holds, or no number.
    let bounded = number.isNaN ? 0 : min(max(number, 0), 1e12)
    let hundredths = Int(bounded * 100 + 0.5)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A size in the largest decimal unit of which there is one (SI).
  private static func bytes(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB"]
    var value = count
    var place = 0
    while value >= 1000, place < units.count - 1 {
      value /= 1000
      place += 1
    }
    return "\(value) \(units[place])"
  }
}
