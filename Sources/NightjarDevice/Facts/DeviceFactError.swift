// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// An override that cannot be set: which one, what may stand there, and what was probably meant.
package struct DeviceFactError: Error, Hashable, Sendable {
  /// The kind of failure, stable across releases.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    package var rawValue: String

    /// Makes a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no fact of that name.
    package static let unknownKey = Self(rawValue: "unknownKey")

    /// The fact cannot have that value.
    package static let badValue = Self(rawValue: "badValue")
  }

  /// The kind of failure.
  package var code: Code

  /// The key as it was given.
  package var key: String

  /// The value as it was given; empty when the key is already wrong.
  package var value: String

  /// What may stand there.
  package var allowed: [String]

  /// What was probably meant, if anything is near.
  package var suggestion: String?

  static func unknownKey(_ key: String) -> Self {
    let allowed = DeviceFactKey.allCases.map(\.rawValue)
    return Self(
      code: .unknownKey,
      key: key,
      value: "",
      allowed: allowed,
      suggestion: NearMiss.find(key, among: allowed)
    )
  }

  static func badValue(_ value: String, of key: DeviceFactKey) -> Self {
    let allowed = key.allowedValues
    return Self(
      code: .badValue,
      key: key.rawValue,
      value: value,
      allowed: allowed,
      suggestion: key == .battery ? percent(near: value) : NearMiss.find(value, among: allowed)
    )
  }

  /// `80%`, ` 80` and `080` all mean 80.
  private static func percent(near text: String) -> String? {
    let kept = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "%" }
    guard let number = Int(String(String.UnicodeScalarView(kept))) else { return nil }
    return (0...100).contains(number) ? String(number) : nil
  }
}

extension DeviceFactError: CustomStringConvertible {
  /// What was seen, what was probably meant, and what is possible.
  package var description: String {
    let hint = suggestion.map { " Did you mean \($0)?" } ?? ""
    let choices = allowed.joined(separator: ", ")
    return switch code {
    case .unknownKey:
      "The device has no fact \(Self.quoted(key)).\(hint) Possible are \(choices)."
    default:
      "\(key) cannot be \(Self.quoted(value)).\(hint) Possible are \(choices)."
    }
  }

  /// Quotes what a user wrote, so that neither its length nor its control characters do harm.
  private static func quoted(_ text: String) -> String {
    let short = text.count > 64 ? text.prefix(64) + "…" : text[...]
    return String(short).debugDescription
  }
}
