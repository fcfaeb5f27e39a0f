// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A method of an interface: its name and the types of what goes in and what comes out.
package protocol WireMethod<Parameters, Reply> {
  /// What the caller sends.
  associatedtype Parameters: Codable & Sendable

  /// What the callee answers.
  associatedtype Reply: Codable & Sendable

  /// The full name: interface, dot, method.
  static var name: String { get }
}

/// An error of an interface; handlers throw it, and the caller gets it.
package protocol ErrorMessage: Codable, Error, Hashable {
  /// The full name: interface, dot, error.
  static var name: String { get }
}

/// Parameters or an answer without fields.
package struct NoFields: Codable, Hashable, Sendable {
  /// Makes the empty object.
  package init() {}
}
