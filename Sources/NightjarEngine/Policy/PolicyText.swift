// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// How numbers are written: in a file of overrides, for people, and in a journal, whose replay must
// decide by the same numbers.

extension PolicyNumber {
  private static let units: [(suffix: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
  ]

  /// Reads a value: `25s`, `300ms`, `15m`, `4h` or `7d` for a duration, `true` or `false` for a
  /// flag, a number otherwise.
  ///
  /// - Returns: The value, or `nil` for anything else; the bounds are not looked at.
  package func value(of text: String) -> Double? {
    switch unit {
    case .flag:
      return ["false": 0, "true": 1][text]
    case .count, .percent, .share:
      return Self.plain(text[...])
    case .duration:
      let digits = text.prefix { !$0.isLetter }
      let suffix = text[digits.endIndex...]
      guard let unit = Self.units.first(where: { $0.suffix == suffix }) else { return nil }
      return Self.plain(digits).map { $0 * unit.seconds }
    }
  }

  /// Digits with at most one point; not `inf`, `nan`, `0x1` or `1e9`, which are numbers to Swift.
  private static func plain(_ text: Substring) -> Double? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 46 })
    else { return nil }
    return Double(text)
  }

  /// Writes a value so that ``value(of:)`` reads it again: a duration in the largest unit that
  /// leaves no fraction.
  package func text(of value: Double) -> String {
    switch unit {
    case .flag: return value == 0 ? "false" : "true"
    case .count, .percent, .share: return Self.shortest(value)
    case .duration:
      let milliseconds = (value * 1000).rounded()
      let fitting = Self.units.last { unit in
        (milliseconds / (unit.seconds * 1000)).truncatingRemainder(dividingBy: 1) == 0
      }
      guard let fitting else { return "\(Self.shortest(value))s" }
      return Self.shortest(milliseconds / (fitting.seconds * 1000)) + fitting.suffix
    }
  }

  private static func shortest(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? String(value)
  }
}

extension Policy {
  /// The preset and what differs from it, in one line: `phone grace=300ms slots=4`.
  package var text: String {
    let usual = Policy(preset: preset)
    let words = PolicyNumber.all.compactMap { number -> String? in
      guard let value = number.value(in: self), value != number.value(in: usual) else { return nil }
      return "\(number.name)=\(number.text(of: value))"
    }
    return ([preset.rawValue] + words).joined(separator: " ")
  }

  /// Reads what ``text`` writes.
  ///
  /// - Returns: The policy; `nil` when a word is unknown or a value is out of bounds.
  package init?(text: String) {
    let words = text.split(separator: " ")
    guard let preset = words.first.flatMap({ Preset(rawValue: String($0)) }) else { return nil }
    self.init(preset: preset)
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2,
        let number = PolicyNumber.all.first(where: { $0.name == parts[0] }),
        let value = number.value(of: String(parts[1])), number.set(value, in: &self)
      else { return nil }
    }
  }
}
