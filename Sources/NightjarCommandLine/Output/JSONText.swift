// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A JSON value whose keys keep the order in which they were written.
package enum JSONText: Hashable, Sendable {
  /// A text.
  case text(String)

  /// A whole number.
  case number(Int)

  /// A number with a fraction; one that JSON cannot say is written as null.
  case decimal(Double)

  /// True or false.
  case flag(Bool)

  /// Nothing.
  case null

  /// A list.
  case list([JSONText])

  /// An object.
  case object([Member])

  /// One key of an object and its value.
  package struct Member: Hashable, Sendable {
    /// The key.
    package var key: String

    /// The value.
    package var value: JSONText
  }

  /// A text, or `null` when there is none.
  static func optional(_ text: String?) -> Self { text.map(Self.text) ?? .null }

  /// A number, or `null` when there is none.
  static func optional(_ number: Int?) -> Self { number.map(Self.number) ?? .null }

  /// The value on one line (RFC 8259).
  package var line: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    switch self {
    case .text(let value): Self.append(value, to: &text)
    case .number(let value): text += String(value)
    case .decimal(let value): text += value.isFinite ? "\(value)" : "null"
    case .flag(let value): text += value ? "true" : "false"
    case .null: text += "null"
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.append(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.append(member.key, to: &text)
        text += ":"
        member.value.append(to: &text)
      }
      text += "}"
    }
  }

  private static func append(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONText: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONText)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}
