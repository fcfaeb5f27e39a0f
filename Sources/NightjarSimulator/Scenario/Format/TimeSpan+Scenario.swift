// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

// How scenarios spell moments and durations.

extension TimeSpan {
  /// Reads a duration: a number and `s`, `m`, `h` or `d`; `nil` for anything else.
  init?(scenario text: String) {
    guard let unit = text.last.flatMap({ Self.units[$0] }),
      let count = Self.thousandths(text.dropLast())
    else { return nil }
    self = .milliseconds(count) * unit
  }

  /// Reads a duration that may have a sign.
  init?(signedScenario text: String) {
    let isBack = text.hasPrefix("-")
    let digits = isBack || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let span = Self(scenario: digits) else { return nil }
    self = isBack ? .zero - span : span
  }

  /// Reads a moment: `D HH:MM` or `D HH:MM:SS`, elapsed since the start; `nil` for anything else.
  init?(scenarioMoment text: String) {
    let halves = text.split(separator: " ", omittingEmptySubsequences: false)
    guard halves.count == 2, let day = Self.digits(halves[0], 1...6) else { return nil }
    let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = Self.digits(parts[0], 2...2), hour < 24,
      let minute = Self.digits(parts[1], 2...2), minute < 60
    else { return nil }
    guard parts.count == 3 else {
      self = .days(day) + .hours(hour) + .minutes(minute)
      return
    }
    let second = parts[2].prefix { $0 != "." }
    guard Self.digits(second, 2...2) != nil, let milliseconds = Self.thousandths(parts[2]),
      milliseconds < 60_000
    else { return nil }
    self = .days(day) + .hours(hour) + .minutes(minute) + .milliseconds(milliseconds)
  }

  /// The moment as scenarios spell it, with a fraction only when there is one.
  package var scenarioMoment: String {
    let seconds = nanoseconds / 1_000_000_000
    let fraction = nanoseconds % 1_000_000_000
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(Self.twoDigits)
    let tail = fraction == 0 ? "" : "." + String(String(1_000_000_000 + fraction).dropFirst())
    return "\(seconds / 86_400) \(clock.joined(separator: ":"))\(tail)"
  }

  /// The length for people, in the largest unit that leaves no fraction.
  package var scenarioDuration: String {
    let seconds = nanoseconds / 1_000_000_000
    guard nanoseconds % 1_000_000_000 == 0 else { return "\(inSeconds) s" }
    for (size, unit) in [(Int64(86_400), "d"), (3600, "h"), (60, "min")]
    where seconds != 0 && seconds % size == 0 {
      return "\(seconds / size) \(unit)"
    }
    return "\(seconds) s"
  }

  private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

  private static func twoDigits(_ value: Int64) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }

  private static func digits(_ text: Substring, _ length: ClosedRange<Int>) -> Int64? {
    guard length.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// A number with at most three digits after its point, in thousandths.
  private static func thousandths(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = digits(parts[0], 1...9) else { return nil }
    guard parts.count == 2 else { return whole * 1000 }
    guard let fraction = digits(parts[1], 1...3) else { return nil }
    let scale: [Int64] = [100, 10, 1]
    return whole * 1000 + fraction * scale[parts[1].utf8.count - 1]
  }
}
