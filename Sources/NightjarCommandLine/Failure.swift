// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Why a line could not be carried out: what is wrong, what to do, and how the program exits.
package struct Failure: Error, Hashable, Sendable {
  /// The kind of failure; the full name of the daemon's error when it was the daemon that refused.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word, as `--json` prints it.
    package var rawValue: String

    /// Makes a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The line itself is wrong.
    package static let usage = Self(rawValue: "usage")

    /// No daemon answers, or it went away.
    package static let noDaemon = Self(rawValue: "noDaemon")

    /// A file that the line names cannot be used.
    package static let unusable = Self(rawValue: "unusable")

    /// The output cannot be written.
    package static let output = Self(rawValue: "output")

    /// The program that does the work is not there.
    package static let programMissing = Self(rawValue: "programMissing")
  }

  /// The kind of failure.
  package var code: Code

  /// One sentence: what was seen and what was needed.
  package var message: String

  /// What to do about it, if that is not plain from the message.
  package var remedy: String?

  /// How the program exits.
  package var exitCode: ExitCode

  /// Makes the failure of a line that is wrong.
  package init(_ code: Code, _ message: String, remedy: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    exitCode =
      switch code {
      case .usage: .usage
      case .noDaemon: .noDaemon
      default: .findings
      }
  }

  /// Makes the failure that the daemon answered with.
  package init(refusal name: String, _ message: String, exitCode: ExitCode = .refused) {
    code = Code(rawValue: name)
    self.message = message
    self.exitCode = exitCode
  }
}

extension Failure.Code {
  /// Matches any failure of this code in a `catch` clause.
  package static func ~= (code: Self, error: any Error) -> Bool {
    (error as? Failure)?.code == code
  }
}
