// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// One line of the report: a number, and what it should be.
struct Figure: Codable {
  /// What was measured.
  var name: String

  /// The number; missing when it could not be measured.
  var value: Double?

  /// What the number counts.
  var unit: String

  /// What the design's section 10 asks for, in words.
  var budget: String?

  /// Whether the number keeps to the budget; missing when there is none.
  var isWithinBudget: Bool?

  /// How it was measured, or why it was not.
  var note: String?

  /// Makes a line with a number.
  init(_ name: String, _ value: Double, _ unit: String, note: String? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.note = note
  }

  /// Makes a line that says why there is no number.
  init(_ name: String, missing why: String) {
    self.name = name
    unit = ""
    note = why
  }

  /// The same line beside a budget that the number must reach.
  func atLeast(_ limit: Double, _ words: String) -> Self {
    beside(words, value.map { $0 >= limit })
  }

  /// The same line beside a budget that the number must stay under.
  func below(_ limit: Double, _ words: String) -> Self {
    beside(words, value.map { $0 < limit })
  }

  private func beside(_ words: String, _ isWithin: Bool?) -> Self {
    var figure = self
    figure.budget = words
    figure.isWithinBudget = isWithin
    return figure
  }
}

/// A group of lines under one heading.
struct Section: Codable {
  /// The heading.
  var title: String

  /// Its lines.
  var figures: [Figure]

  /// Whether everything could be measured that does not depend on what is installed.
  var isComplete = true
}
