// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Why the client could not do what was asked: the kind, a sentence, and the places it looked at.
package struct ClientError: Error, Hashable, Sendable {
  /// The kind of failure; an open set, so that a newer peer's word survives.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    package var rawValue: String

    /// Makes a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// No `Info.plist` is in any of the places where it may be.
    package static let infoPlistMissing = Self(rawValue: "infoPlistMissing")

    /// The `Info.plist` that was found cannot be read.
    package static let infoPlistBroken = Self(rawValue: "infoPlistBroken")

    /// The path that was given does not lead to one app.
    package static let notAnApp = Self(rawValue: "notAnApp")

    /// No daemon answered in time.
    package static let daemonUnreachable = Self(rawValue: "daemonUnreachable")

    /// The daemon answered with an error.
    package static let refused = Self(rawValue: "refused")
  }

  /// One place that was looked at, and what was wrong there.
  package struct Attempt: Hashable, Sendable {
    /// The path, or the variable and its path.
    package var place: String

    /// What was wrong, as the end of a sentence.
    package var problem: String

    /// Notes one place.
    package init(place: String, problem: String) {
      self.place = place
      self.problem = problem
    }
  }

  /// The kind of failure.
  package var code: Code

  /// What went wrong and what to do, without the places.
  package var message: String

  /// The places that were looked at, in order; empty when none were.
  package var attempts: [Attempt]

  /// Makes an error.
  package init(_ code: Code, _ message: String, attempts: [Attempt] = []) {
    self.code = code
    self.message = message
    self.attempts = attempts
  }
}

extension ClientError: CustomStringConvertible {
  /// The message, then one numbered line a place.
  package var description: String {
    let lines = attempts.enumerated().map { index, attempt in
      "\n  \(index + 1). \(attempt.place): \(attempt.problem)"
    }
    return message + lines.joined()
  }

  /// The message and the places on one line, for the log.
  package var line: String {
    guard !attempts.isEmpty else { return message }
    let places = attempts.map { "\($0.place): \($0.problem)" }
    return "\(message) (\(places.joined(separator: "; ")))"
  }
}

extension ClientError.Code {
  /// Matches any client error of this code in a `catch` clause.
  package static func ~= (code: Self, error: any Error) -> Bool {
    (error as? ClientError)?.code == code
  }
}
