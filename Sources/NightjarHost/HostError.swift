// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarSystem

/// Why an app could not be started.
package struct HostError: Error, Hashable, Sendable {
  /// The kind of failure.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word for it.
    package var rawValue: String

    /// Makes a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The executable, or the interpreter that it names, is not there.
    package static let missing = Self(rawValue: "missing")

    /// There is something, but this user may not execute it.
    package static let notExecutable = Self(rawValue: "notExecutable")

    /// It may be executed, but is no program for this machine.
    package static let notAProgram = Self(rawValue: "notAProgram")

    /// The working directory cannot be entered.
    package static let badDirectory = Self(rawValue: "badDirectory")

    /// The arguments or variables cannot be handed to a program.
    package static let badArguments = Self(rawValue: "badArguments")

    /// The machine has no processes, memory or descriptors left.
    package static let outOfResources = Self(rawValue: "outOfResources")

    /// Something else; the message says what.
    package static let failed = Self(rawValue: "failed")
  }

  /// The kind of failure.
  package var code: Code

  /// What was found, and what to do about it.
  package var message: String

  /// The system call that failed, if one did.
  package var cause: SystemError?

  /// Makes an error.
  package init(_ code: Code, _ message: String, cause: SystemError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension HostError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
