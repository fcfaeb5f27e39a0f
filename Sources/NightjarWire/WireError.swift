// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarSystem

/// Why talking over the wire did not work: what happened and what to do.
package struct WireError: Error, Hashable, Sendable {
  /// The kind of failure, stable across releases.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    package var rawValue: String

    /// Makes a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Nobody listens at the socket.
    package static let notRunning = Self(rawValue: "notRunning")

    /// The answer did not come in time; the connection cannot be used any more.
    package static let timedOut = Self(rawValue: "timedOut")

    /// The peer answered with an error; it is in ``WireError/reply``.
    package static let refused = Self(rawValue: "refused")

    /// The connection has ended.
    package static let closed = Self(rawValue: "closed")

    /// The peer sent something that is not Varlink.
    package static let badFrame = Self(rawValue: "badFrame")

    /// A frame is longer than the limit.
    package static let frameTooLong = Self(rawValue: "frameTooLong")

    /// The folder of the socket or the peer belongs to somebody else.
    package static let untrusted = Self(rawValue: "untrusted")

    /// Another server answers at the path.
    package static let alreadyServed = Self(rawValue: "alreadyServed")

    /// A system call failed; it is in ``WireError/cause``.
    package static let system = Self(rawValue: "system")
  }

  /// The kind of failure.
  package var code: Code

  /// What was seen and what to do, for people.
  package var message: String

  /// What the peer answered, with ``Code/refused``.
  package var reply: ErrorReply?

  /// The system call behind it, if there is one.
  package var cause: SystemError?

  /// Makes an error.
  package init(
    _ code: Code,
    _ message: String,
    reply: ErrorReply? = nil,
    cause: SystemError? = nil
  ) {
    self.code = code
    self.message = message
    self.reply = reply
    self.cause = cause
  }

  /// Makes the error of a system call that nothing better is known about.
  package init(_ cause: SystemError) {
    self.init(.system, cause.description, cause: cause)
  }

  /// Runs something whose failures nothing better is known about.
  static func wrapping<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(WireError) -> Result {
    do {
      return try body()
    } catch {
      throw WireError(error)
    }
  }
}

extension WireError.Code {
  /// Matches any wire error of this code in a `catch` clause.
  package static func ~= (code: Self, error: any Error) -> Bool {
    (error as? WireError)?.code == code
  }
}

extension WireError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
