// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// The words for what a run has used.
enum UseText {
  /// The processor time alone, for a list.
  static func short(_ use: SchedulerInterface.Use) -> String {
    "\(seconds(use.cpuSeconds)) of CPU"
  }

  /// All that is known.
  static func long(_ use: SchedulerInterface.Use) -> String {
    let disk = [
      use.readBytes.map { "\(bytes($0)) read" }, use.writtenBytes.map { "\(bytes($0)) written" },
    ]
    return ([short(use)] + disk.compactMap(\.self)).joined(separator: ", ")
  }

  /// A time in seconds with two digits behind the point.
  private static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((max(seconds, 0) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
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
