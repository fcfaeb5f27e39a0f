// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The permitted list of an app, read once into what it permits (spec 2.1).
package struct PermittedIdentifiers: Hashable, Sendable {
  /// An entry that permits nothing, and why; printed as log line L2.
  package struct Ignored: Hashable, Sendable {
    /// The entry as written.
    package var entry: String

    /// Why it is ignored, as the end of a sentence.
    package var why: String
  }

  /// The entries that must match exactly.
  package private(set) var literals: Set<TaskIdentifier> = []

  /// What stands before the star of each wildcard, with the last dot.
  package private(set) var prefixes: [String] = []

  /// The entries that permit nothing.
  package private(set) var ignored: [Ignored] = []

  /// Reads the entries of an app's list.
  ///
  /// - Parameters:
  ///   - entries: The strings of `BGTaskSchedulerPermittedIdentifiers`.
  ///   - bundleIdentifier: What a wildcard must begin with; `nil` skips that check (2.1.3).
  package init(entries: [String], bundleIdentifier: String?) {
    for entry in entries {
      if let why = Self.objection(to: entry, bundleIdentifier: bundleIdentifier) {
        ignored.append(Ignored(entry: entry, why: why))
      } else if entry.hasSuffix(".*") {
        prefixes.append(String(entry.dropLast()))
      } else {
        literals.insert(TaskIdentifier(entry))
      }
    }
  }

  /// Whether a request of this kind may use the identifier; wildcards serve continued work only.
  ///
  /// - Complexity: O(*w*) in the number of wildcards.
  package func permits(_ identifier: TaskIdentifier, kind: TaskKind) -> Bool {
    // An entry that is not well formed is not among the literals.
    if literals.contains(identifier) { return true }
    switch kind {
    case .refresh, .processing, .healthResearch: return false
    case .continued: return isCoveredByWildcard(identifier)
    }
  }

  /// The same identifier with the list's own text, so that a million requests share few texts.
  package func shared(_ identifier: TaskIdentifier) -> TaskIdentifier {
    literals.firstIndex(of: identifier).map { literals[$0] } ?? identifier
  }

  /// Whether a handler may be registered for the identifier, whatever kind will be submitted.
  package func permitsRegistration(of identifier: TaskIdentifier) -> Bool {
    permits(identifier, kind: .continued)
  }

  /// Whether a wildcard of the list covers the identifier (2.1.4).
  package func isCoveredByWildcard(_ identifier: TaskIdentifier) -> Bool {
    let name = identifier.rawValue
    guard identifier.isWellFormed, !name.contains("*") else { return false }
    return prefixes.contains { prefix in
      guard name.hasPrefix(prefix) else { return false }
      let rest = name.dropFirst(prefix.count)
      return !rest.isEmpty && !rest.hasPrefix(".") && !rest.hasSuffix(".")
    }
  }

  /// The entry that was probably meant by an identifier that is not permitted.
  ///
  /// Only a difference of case or of surrounding white space counts; a guess that goes further
  /// would send people the wrong way.
  package func nearest(to identifier: TaskIdentifier) -> String? {
    let folded = Self.folded(identifier.rawValue)
    let isMeant = { (entry: TaskIdentifier) in
      Self.folded(entry.rawValue) == folded && entry != identifier
    }
    if let literal = literals.filter(isMeant).min() { return literal.rawValue }
    return ignored.map(\.entry).first { isMeant(TaskIdentifier($0)) }
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().filter { !$0.isWhitespace })
  }

  private static func objection(to entry: String, bundleIdentifier: String?) -> String? {
    let stars = entry.filter { $0 == "*" }.count
    if stars == 0 {
      if TaskIdentifier(entry).isWellFormed { return nil }
      if entry.isEmpty { return "an identifier may not be empty" }
      return "an identifier has at most 255 bytes and no control characters"
    }
    guard stars == 1, entry.hasSuffix(".*") else {
      return "\"\(entry)\" has a star that is not its last part; write <bundle id>.<name>.*"
    }
    guard entry.utf8.count <= 255, TaskIdentifier(entry).isWellFormed else {
      return "an identifier has at most 255 bytes and no control characters"
    }
    let stem = String(entry.dropLast(2))
    guard let bundleIdentifier else { return stem.isEmpty ? "a wildcard needs a prefix" : nil }
    guard stem == bundleIdentifier || stem.hasPrefix(bundleIdentifier + ".") else {
      return "wildcard \"\(entry)\" does not begin with the bundle identifier "
        + "\"\(bundleIdentifier)\""
    }
    return nil
  }
}
