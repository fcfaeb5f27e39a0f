// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A value among the facts of a refused submission: a text, a whole number or a list of texts.
package enum FactValue: Hashable, Sendable {
  /// A text.
  case text(String)

  /// A whole number.
  case number(Int)

  /// A list of texts.
  case texts([String])
}

extension FactValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let texts = try? container.decode([String].self) {
      self = .texts(texts)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .texts(let texts): try container.encode(texts)
    }
  }
}
