// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NightjarEngine
package import NightjarModel

/// An app whose tasks are to be forecast, and the users that it has.
package struct ForecastPlan: Hashable, Sendable {
  /// Its title.
  package var name: String

  /// What the clocks show at the beginning: a midnight.
  package var start: WallTime

  /// The numbers that the devices decide by.
  package var policy: Policy

  /// The app; it submits each of its tasks when the user leaves it, unless that is pending.
  package var app: AppSetup

  /// The kinds of users, in equal shares.
  package var kinds: [UserKind]

  /// The floors that requests ask for where `next` of a task names none, from the submission on.
  package var floors: [TaskIdentifier: TimeSpan] = [:]

  /// What is known of the device that the plan was learned from; `nil` for a file.
  package var learned: LearnedDevice?

  /// What the plan rests on, as sentences; empty for a file.
  package var basis: [String] = []

  /// The identifiers of the tasks, in the order in which people read them.
  package var tasks: [TaskIdentifier] { app.script.tasks.keys.sorted() }

  /// Makes a plan of an app, for all kinds of users.
  init(name: String, start: WallTime, policy: Policy, app: AppSetup) {
    self.name = name
    self.start = start
    self.policy = policy
    self.app = app
    kinds = UserKind.allCases
  }

  /// Whether a file is a plan rather than a scenario.
  package static func isPlan(_ bytes: Data) -> Bool {
    guard case .object(let values) = try? JSONValue(bytes: bytes) else { return false }
    return values["plan"] != nil
  }

  /// Reads a plan file.
  ///
  /// - Throws: `ScenarioError`, which names the place, what was seen and what to write instead.
  package init(bytes: Data) throws(ScenarioError) {
    let file = try Fields(try JSONValue(bytes: bytes), at: "")
    guard try file.value("plan") == 1 else {
      let seen = try file.value("plan").kindName
      throw file.fault("plan", "unknown version \(seen); this program reads version 1")
    }
    try file.allow(["plan", "name", "device", "app", "users"])
    name = try file.text("name")
    // A Monday, so that weekdays and weekends lie where people expect them.
    start = WallTime(nanoseconds: 1_803_859_200_000_000_000)
    var device = DeviceSetup()
    if file.has("device") {
      let fields = try Fields(file.value("device"), at: "device")
      try fields.allow(["preset"])
      if fields.has("preset") { device.preset = try fields.word("preset") }
    }
    policy = device.policy
    app = try AppSetup(Fields(file.value("app"), at: "app"))
    guard !app.script.tasks.isEmpty else {
      throw file.fault("app", "the app has no \"tasks\", so there is nothing to forecast")
    }
    kinds = UserKind.allCases
    if file.has("users") { kinds = try file.words("users", UserKind.self) }
    guard !kinds.isEmpty else { throw file.fault("users", "at least one kind of user is needed") }
    guard Set(kinds).count == kinds.count else {
      throw file.fault("users", "a kind of user is named twice; they have equal shares")
    }
  }
}
