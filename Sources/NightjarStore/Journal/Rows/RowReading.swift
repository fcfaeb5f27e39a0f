// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Reads a word of a closed set.
///
/// - Throws: `StoreError` with `newer`, since only a newer version writes other words.
func knownWord<Word: RawRepresentable<String>>(
  _ text: String,
  _ type: Word.Type = Word.self
) throws(StoreError) -> Word {
  guard let word = Word(rawValue: text) else { throw unknownWord(text, for: "\(type)") }
  return word
}

/// The error for a word that this version does not know.
func unknownWord(_ word: String, for what: String) -> StoreError {
  StoreError(.newer, "\"\(word)\" is no \(what) that this Nightjar knows; use the newer one")
}

/// Takes a field that its row's type demands.
///
/// - Throws: `StoreError` with `malformed` when it is missing.
func demand<Value>(_ value: Value?, _ field: String, of type: String) throws(StoreError) -> Value {
  guard let value else {
    throw StoreError(.malformed, "\"\(type)\" has no \"\(field)\"")
  }
  return value
}

extension Array {
  /// Turns every row into its model, or throws what the first that cannot be turned throws.
  func models<Model>(
    _ turn: (Element) throws(StoreError) -> Model
  ) throws(StoreError) -> [Model] {
    var models: [Model] = []
    models.reserveCapacity(count)
    for element in self {
      models.append(try turn(element))
    }
    return models
  }
}
