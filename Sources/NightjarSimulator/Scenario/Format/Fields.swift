// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// One object of a scenario file, read field by field; every key must be known.
struct Fields {
  let place: String
  private let values: [String: JSONValue]

  init(_ value: JSONValue, at place: String) throws(ScenarioError) {
    guard case .object(let values) = value else {
      throw ScenarioError(place, "an object is needed here, not \(value.kindName)")
    }
    self.place = place
    self.values = values
  }

  /// Refuses keys that the format does not have here.
  func allow(_ known: [String], in what: String = "here") throws(ScenarioError) {
    for key in values.keys.sorted() where !known.contains(key) {
      let near = known.first { $0.lowercased() == key.lowercased() }
      let hint = near.map { "write \"\($0)\"" } ?? "known \(what): \(known.joined(separator: ", "))"
      throw ScenarioError(place, "unknown key \"\(key)\"; \(hint)")
    }
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  func fault(_ key: String, _ message: String) -> ScenarioError {
    ScenarioError(path(key), message)
  }

  func value(_ key: String) throws(ScenarioError) -> JSONValue {
    guard let value = values[key] else {
      throw ScenarioError(place, "the key \"\(key)\" is missing")
    }
    return value
  }

  func optional<Value>(
    _ key: String,
    _ read: (String) throws(ScenarioError) -> Value
  ) throws(ScenarioError) -> Value? {
    has(key) ? try read(key) : nil
  }
}

// MARK: - Plain values

extension Fields {
  func text(_ key: String) throws(ScenarioError) -> String {
    let value = try value(key)
    guard case .text(let text) = value else {
      throw fault(key, "a text is needed, not \(value.kindName)")
    }
    return text
  }

  func flag(_ key: String) throws(ScenarioError) -> Bool {
    let value = try value(key)
    guard case .bool(let flag) = value else {
      throw fault(key, "true or false is needed, not \(value.kindName)")
    }
    return flag
  }

  func count(_ key: String) throws(ScenarioError) -> Int {
    let value = try value(key)
    guard case .number(let number) = value, let count = Int(exactly: number), count >= 0,
      count < 1_000_000_000
    else { throw fault(key, "a whole number from 0 on is needed, not \(value.kindName)") }
    return count
  }

  func number(_ key: String) throws(ScenarioError) -> Double {
    let value = try value(key)
    guard case .number(let number) = value else {
      throw fault(key, "a number is needed, not \(value.kindName)")
    }
    return number
  }

  func list(_ key: String) throws(ScenarioError) -> [JSONValue] {
    let value = try value(key)
    guard case .list(let list) = value else {
      throw fault(key, "a list is needed, not \(value.kindName)")
    }
    return list
  }

  func texts(_ key: String) throws(ScenarioError) -> [String] {
    var texts: [String] = []
    for (index, value) in try list(key).enumerated() {
      guard case .text(let text) = value else {
        throw fault("\(key)[\(index)]", "a text is needed, not \(value.kindName)")
      }
      texts.append(text)
    }
    return texts
  }

  /// A text, or a list of several.
  func oneOrMoreTexts(_ key: String) throws(ScenarioError) -> [String] {
    if case .text(let text) = try value(key) { return [text] }
    return try texts(key)
  }

  func word<Word: CaseIterable & RawRepresentable<String>>(
    _ key: String,
    _ type: Word.Type = Word.self
  ) throws(ScenarioError) -> Word {
    let text = try text(key)
    return try Self.word(text, at: path(key))
  }

  func words<Word: CaseIterable & RawRepresentable<String>>(
    _ key: String,
    _ type: Word.Type = Word.self
  ) throws(ScenarioError) -> [Word] {
    var words: [Word] = []
    for text in try oneOrMoreTexts(key) { words.append(try Self.word(text, at: path(key))) }
    return words
  }

  private static func word<Word: CaseIterable & RawRepresentable<String>>(
    _ text: String,
    at place: String
  ) throws(ScenarioError) -> Word {
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw ScenarioError(place, "unknown word \"\(text)\"; one of: \(known)")
    }
    return word
  }
}

// MARK: - Times

extension Fields {
  func duration(_ key: String) throws(ScenarioError) -> TimeSpan {
    let text = try text(key)
    guard let span = TimeSpan(scenario: text) else {
      throw fault(
        key,
        "\"\(text)\" is no duration; write a number and s, m, h or d, such as \"15m\""
      )
    }
    return span
  }

  func moment(_ key: String) throws(ScenarioError) -> TimeSpan {
    let text = try text(key)
    guard let moment = TimeSpan(scenarioMoment: text) else {
      throw fault(key, "\"\(text)\" is no moment; write day and time since the start: \"0 07:30\"")
    }
    return moment
  }

  func wallTime(_ key: String) throws(ScenarioError) -> WallTime {
    let text = try text(key)
    guard let time = WallTime(rfc3339: text) else {
      throw fault(key, "\"\(text)\" is no date; write it like \"2027-03-01T00:00:00Z\"")
    }
    return time
  }
}
