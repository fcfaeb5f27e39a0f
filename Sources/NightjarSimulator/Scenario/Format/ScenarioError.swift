// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Why a scenario file cannot be used: where, what was seen, and what to write instead.
package struct ScenarioError: Error, Hashable, Sendable {
  /// The place within the file, such as `timeline[3].do`; empty for the file as a whole.
  package var place: String

  /// What is wrong and what to do, as one sentence.
  package var message: String

  /// Makes an error.
  package init(_ place: String, _ message: String) {
    self.place = place
    self.message = message
  }
}

extension ScenarioError: CustomStringConvertible {
  /// The place and the sentence.
  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
