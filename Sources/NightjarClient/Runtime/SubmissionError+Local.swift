// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

// The refusals of spec 12.4 that need no daemon.
extension SubmissionError {
  /// E3: the identifier is not permitted for this kind of work.
  ///
  /// - Parameters:
  ///   - identifier: What was asked for.
  ///   - kind: The kind of work; a wildcard serves continued processing only (2.1.5).
  ///   - permitted: The app's list, to guess what was meant.
  /// - Returns: The refusal.
  static func unrecognized(
    _ identifier: TaskIdentifier,
    kind: TaskKind,
    permitted: PermittedIdentifiers
  ) -> Self {
    let name = identifier.rawValue
    var message = "\"\(name)\" is not in BGTaskSchedulerPermittedIdentifiers of the Info.plist"
    if let meant = permitted.nearest(to: identifier) {
      message += "; was \"\(meant)\" meant?"
    } else if kind != .continued, permitted.isCoveredByWildcard(identifier) {
      message += "; a wildcard there permits continued processing only, so list it in full"
    } else {
      message += "; add it there"
    }
    return Self(.notPermitted, message, facts: ["Unrecognized Identifier": .text(name)])
  }

  /// E3: the kind of work needs a value in `UIBackgroundModes` (2.3.5).
  static func missingMode(_ mode: String) -> Self {
    Self(
      .notPermitted,
      "UIBackgroundModes in the Info.plist lacks \"\(mode)\"; add it there",
      facts: ["Missing Background Mode": .text(mode)]
    )
  }

  /// E3: the kind of work needs an entitlement.
  static func missingEntitlement(_ entitlement: String) -> Self {
    Self(
      .notPermitted,
      "the app lacks the entitlement \(entitlement)",
      facts: ["Reason": .text("entitlement")]
    )
  }

  /// E3: a request of a class that the system does not know.
  ///
  /// - Parameter name: The name of the class.
  /// - Returns: The refusal.
  package static func unknownRequestClass(_ name: String) -> Self {
    Self(
      .notPermitted,
      "\(name) is not a class of request that can be submitted; use one of Apple's subclasses of "
        + "BGTaskRequest",
      facts: ["Reason": .text("request-class")]
    )
  }

  /// E1: no daemon answers.
  ///
  /// - Parameter why: What is known of the cause, and the remedy.
  /// - Returns: The refusal.
  static func daemonUnreachable(_ why: String) -> Self {
    Self(
      .unavailable,
      "the Nightjar daemon cannot be reached: \(why)",
      facts: ["Reason": .text("daemon")]
    )
  }
}
