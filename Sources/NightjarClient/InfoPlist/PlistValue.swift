// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarModel

/// Reads typed values out of a property list and notes what it could not use (spec 1.5).
struct PlistValue {
  private let contents: [String: Any]

  /// What counts as absent, each with the expected type or the right key; log line L2.
  private(set) var findings: [LogLine] = []

  init(_ contents: [String: Any]) {
    self.contents = contents
  }

  mutating func note(_ key: String, _ why: String) {
    findings.append(.ignoredEntry(key: key, why: why))
  }

  mutating func text(_ key: String) -> String? {
    guard let value = contents[key] else { return nil }
    guard let text = value as? String else {
      note(key, "it must be a string and is \(Self.kind(of: value))")
      return nil
    }
    return text
  }

  mutating func texts(_ key: String) -> [String] {
    guard let value = contents[key] else { return [] }
    guard let list = value as? [Any] else {
      note(key, "it must be an array of strings and is \(Self.kind(of: value))")
      return []
    }
    var texts: [String] = []
    for (index, element) in list.enumerated() {
      if let text = element as? String {
        texts.append(text)
      } else {
        note(key, "item \(index) must be a string and is \(Self.kind(of: element))")
      }
    }
    return texts
  }

  mutating func flag(_ key: String) -> Bool {
    guard let value = contents[key] else { return false }
    guard let flag = value as? Bool else {
      note(key, "it must be a Boolean and is \(Self.kind(of: value))")
      return false
    }
    return flag
  }

  mutating func dictionary(_ key: String) -> [String: Any]? {
    guard let value = contents[key] else { return nil }
    guard let dictionary = value as? [String: Any] else {
      note(key, "it must be a dictionary and is \(Self.kind(of: value))")
      return nil
    }
    return dictionary
  }

  /// Notes keys that were probably meant to be one of the keys that count.
  mutating func noteNearMisses(of known: [NearMiss]) {
    for key in contents.keys.sorted() {
      guard let right = known.first(where: { $0.isMissed(by: key) }) else { continue }
      note(key, "the key is spelt \(right.key)")
    }
  }

  /// The type of a value in the words of the property list format, with an article.
  static func kind(of value: Any) -> String {
    switch value {
    case is String: "a string"
    case is [Any]: "an array"
    case is [String: Any]: "a dictionary"
    case is Bool: "a Boolean"
    case is Date: "a date"
    case is Data: "data"
    case is NSNumber: "a number"
    default: "something else"
    }
  }
}

/// A key that counts, and how far off a spelling may be to be taken for a mistake.
struct NearMiss {
  /// The right spelling.
  var key: String

  /// Beginnings that only this key has, so that any other ending is a mistake.
  var stem: String?

  /// Whether another key is close enough to be meant as this one.
  func isMissed(by other: String) -> Bool {
    guard other != key else { return false }
    let wanted = Self.folded(key)
    let seen = Self.folded(other)
    if let stem, seen.hasPrefix(Self.folded(stem)) { return true }
    return Self.distance(wanted, seen, limit: 2) <= 2
  }

  private static func folded(_ key: String) -> String {
    String(key.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// The edit distance, or some number above the limit.
  private static func distance(_ left: String, _ right: String, limit: Int) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let substitution = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substitution, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
