// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A value of JSON, as far as it can be told without knowing what is expected.
package enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null

  /// `true` or `false`.
  case bool(Bool)

  /// A number.
  case number(Double)

  /// A text.
  case text(String)

  /// A list.
  case list([JSONValue])

  /// An object.
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// Reads any value.
  ///
  /// - Throws: `DecodingError` when there is none.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value; a whole number without a point.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot spell.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let whole = Int64(exactly: value) {
        try container.encode(whole)
      } else {
        try container.encode(value)
      }
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(integerLiteral value: Int) { self = .number(Double(value)) }

  package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension JSONValue {
  /// Reads a file's bytes.
  ///
  /// - Throws: `ScenarioError` when they are no JSON, with the line if the parser knows it.
  package init(bytes: Data) throws(ScenarioError) {
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: bytes)
    } catch DecodingError.dataCorrupted(let context) {
      let why = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      throw ScenarioError("", "this is no JSON: \(why)")
    } catch {
      throw ScenarioError("", "this is no JSON: \(error)")
    }
  }

  /// The value as one line of JSON, keys in the order of the alphabet.
  package var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  /// What kind of value it is, for a sentence.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "the number \(Int64(exactly: value).map { "\($0)" } ?? "\(value)")"
    case .text(let value): "\"\(value)\""
    case .list: "a list"
    case .object: "an object"
    }
  }
}
