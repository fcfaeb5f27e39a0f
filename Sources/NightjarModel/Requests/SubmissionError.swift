// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Why a submission was refused: Apple's four codes and the facts that belong to them (12.4).
package struct SubmissionError: Error, Hashable, Sendable {
  /// The codes of `BGTaskScheduler.Error.Code`; an open set, so that a newer peer's code survives.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// Apple's number.
    package var rawValue: Int

    /// Makes a code from Apple's number.
    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// E1: background work is switched off or cannot be reached.
    package static let unavailable = Self(rawValue: 1)

    /// E2: the app has as many pending requests of the kind as it may have.
    package static let tooManyPendingTaskRequests = Self(rawValue: 2)

    /// E3: the `Info.plist`, an entitlement or the user does not allow it.
    package static let notPermitted = Self(rawValue: 3)

    /// E4: a continued request with `.fail` cannot start at once.
    package static let immediateRunIneligible = Self(rawValue: 4)
  }

  /// One entry of the error's `userInfo`.
  package enum Fact: Hashable, Sendable {
    /// A text.
    case text(String)

    /// A whole number.
    case number(Int)

    /// A list of texts.
    case texts([String])
  }

  /// Apple's code.
  package var code: Code

  /// One plain sentence for `NSDebugDescriptionErrorKey`: what is wrong and what to do.
  package var message: String

  /// The further keys of 12.4, spelt as there.
  package var facts: [String: Fact]

  /// Makes the refusal.
  package init(_ code: Code, _ message: String, facts: [String: Fact] = [:]) {
    self.code = code
    self.message = message
    self.facts = facts
  }
}
