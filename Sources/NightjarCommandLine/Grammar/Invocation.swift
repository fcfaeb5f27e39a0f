// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a line says, once it is known to be well-formed.
package struct Invocation: Hashable, Sendable {
  /// The verb and the action, from the top; empty when the line names none.
  package var path: [Command] = []

  /// The words without a dash, after the verb and the action.
  package var words: [String] = []

  private var values: [String: [String]] = [:]

  /// Whether an option is there.
  package func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option, the last one if it is there more than once.
  package func value(of option: Option) -> String? { values[option.name]?.last }

  /// All values of an option; empty when it is not there.
  package func values(of option: Option) -> [String] { values[option.name] ?? [] }

  /// The full name of what is invoked, such as `apps list`.
  package var name: String { path.map(\.name).joined(separator: " ") }

  mutating func note(_ option: Option, _ given: [String]) {
    values[option.name, default: []] += given
  }
}
