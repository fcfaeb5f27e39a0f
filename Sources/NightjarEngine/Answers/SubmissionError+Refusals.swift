// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// The refusals of spec 12.4 with their sentences and keys.

extension SubmissionError {
  static func unknownApp(_ app: AppIdentifier) -> Self {
    Self(
      .notPermitted,
      "no app \"\(app.rawValue)\" is known; start it once or use `nightjar apps install`"
    )
  }

  static func notPermitted(_ task: TaskIdentifier, nearest: String?) -> Self {
    let hint = nearest.map { "; the list has \"\($0)\"" } ?? ""
    return Self(
      .notPermitted,
      "\"\(task.rawValue)\" is not permitted for this kind of request: add it to "
        + "BGTaskSchedulerPermittedIdentifiers in Info.plist\(hint)",
      facts: ["Unrecognized Identifier": .text(task.rawValue)]
    )
  }

  static func missingMode(_ mode: String) -> Self {
    Self(
      .notPermitted,
      "UIBackgroundModes in Info.plist lacks \"\(mode)\", which this kind of request needs",
      facts: ["Missing Background Mode": .text(mode)]
    )
  }

  static func missingEntitlement(_ entitlement: String) -> Self {
    Self(
      .notPermitted,
      "health research needs the entitlement \(entitlement)",
      facts: ["Reason": .text("entitlement")]
    )
  }

  static func unsupported(resources: Int, supported: Int) -> Self {
    Self(
      .notPermitted,
      "the required resources (\(resources)) are not all supported here (\(supported)); "
        + "check BGTaskScheduler.supportedResources first",
      facts: [
        "Requested Resources": .number(resources), "Supported Resources": .number(supported),
      ]
    )
  }

  static func denied(by whom: String) -> Self {
    let why =
      whom == "user"
      ? "the user switched continued processing off"
      : "a continued request must be submitted while the app is in the foreground"
    return Self(.notPermitted, why, facts: ["Denied By": .text(whom)])
  }

  static let refreshSwitchedOff = Self(
    .unavailable,
    "Background App Refresh is off for the device or for this app; the user can switch it on",
    facts: ["Reason": .text("refresh-switch")]
  )

  static func tooMany(limit: Int, pending: [String]) -> Self {
    Self(
      .tooManyPendingTaskRequests,
      "\(limit) pending requests of this kind are allowed and there are as many; cancel one first",
      facts: ["Pending Limit": .number(limit), "Pending Identifiers": .texts(pending)]
    )
  }

  static func cannotStartNow(_ reason: String) -> Self {
    let why =
      reason == "slots"
      ? "no slot is free; submit with the strategy .queue to wait for one"
      : "the app is not in the foreground"
    return Self(
      .immediateRunIneligible,
      "the task cannot start at once: \(why)",
      facts: ["Reason": .text(reason)]
    )
  }
}
