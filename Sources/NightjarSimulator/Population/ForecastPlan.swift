// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
internal import NightjarEngine
package import NightjarModel

/// An app whose tasks are to be forecast, and the users that it has.
package struct ForecastPlan: Hashable, Sendable {
  /// Its title.
  package var name: String

  /// What the clocks show at the beginning: a midnight.
  package var start: WallTime

  /// The devices.
  package var device: DeviceSetup

  /// The app; it submits each of its tasks when the user leaves it, unless that is pending.
  package var app: AppSetup

  /// The kinds of users, in equal shares.
  package var kinds: [UserKind]

  /// The identifiers of the tasks, in the order in which people read them.
  package var tasks: [TaskIdentifier] { app.script.tasks.keys.sorted() }

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
    device = DeviceSetup()
    if file.has("device") {
      let fields = try Fields(file.value("device"), at: "device")
      try fields.allow(["preset"])
      if fields.has("preset") { device.preset = try fields.word("preset") }
    }
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
