// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine
package import NightjarModel

/// A scripted device day: a device, its apps, what happens to them, and what must then be true.
package struct Scenario: Hashable, Sendable {
  /// Its title.
  package var name: String

  /// The one rule that it tests, as a sentence.
  package var rule: String

  /// What the clock shows at the beginning.
  package var start: WallTime

  /// How long it lasts.
  package var length: TimeSpan

  /// The device at the beginning.
  package var device: DeviceSetup

  /// The apps on it.
  package var apps: [AppSetup]

  /// What happens, in the order of time.
  package var timeline: [TimelineEvent]

  /// What must be true, in the order of the file.
  package var expectations: [Expectation]
}

/// The device at the beginning of a scenario.
package struct DeviceSetup: Hashable, Sendable {
  /// The numbers that its scheduler decides by.
  package var preset = Preset.phone

  /// Its state.
  package var state = DeviceState(power: .battery, battery: 80)

  /// How many continued tasks may run at once; `nil` leaves that to the preset.
  package var continuedSlots: Int?

  /// The policy that follows from it.
  package var policy: Policy {
    var policy = Policy(preset: preset)
    if let continuedSlots {
      policy.continuedSlots = continuedSlots
      policy.continuedSlotsPerApp = continuedSlots
    }
    return policy
  }
}

/// An app of a scenario.
package struct AppSetup: Hashable, Sendable {
  /// What it says of itself.
  package var facts: AppFacts

  /// What its code does.
  package var script = AppScript()

  /// The identifiers that it names for registration; `nil` means those of its tasks.
  var registers: Set<TaskIdentifier>?

  /// How long before the start the user last opened it.
  package var lastOpened = TimeSpan.hours(1)

  /// The times of day at which the user has been opening it.
  package var habits: [TimeSpan] = []

  /// What a device remembers of it at the beginning: four weeks of habits.
  func record(at start: WallTime) -> AppRecord {
    var record = AppRecord(facts: facts)
    let opened = start + (.zero - lastOpened)
    record.lastForeground = opened
    let day = TimeSpan.days(1).nanoseconds
    let midnight = start.nanoseconds - ((start.nanoseconds % day) + day) % day
    let visits = (-28...0).flatMap { offset in
      habits.map { WallTime(nanoseconds: midnight + Int64(offset) * day) + $0 }
    }
    for visit in visits.sorted() where visit < opened { record.usage.note(visit) }
    record.usage.note(opened)
    return record
  }
}

/// Something that happens in a scenario.
package struct TimelineEvent: Hashable, Sendable {
  /// When, from the start on.
  package var at: TimeSpan

  /// What.
  package var deed: Deed
}

/// What can happen in a scenario.
package enum Deed: Hashable, Sendable {
  /// Something about the device becomes different; the text is for the record.
  case device(DeviceChange, String)

  /// The Background App Refresh switch of one app.
  case appRefresh(AppIdentifier, Bool)

  /// The wall clock jumps.
  case clock(by: TimeSpan)

  /// The device is off for so long.
  case reboot(takes: TimeSpan)

  /// Resources are short.
  case pressure

  /// The user opens an app.
  case open(AppIdentifier)

  /// An app goes to the background.
  case leave(AppIdentifier)

  /// The user swipes an app away.
  case quit(AppIdentifier)

  /// The system ends a suspended process.
  case kill(AppIdentifier)

  /// A new build of an app.
  case update(AppSetup)

  /// An app's code submits.
  case submit(Submission)

  /// An app's code cancels one request.
  case cancel(RequestKey)

  /// An app's code cancels all its requests.
  case cancelAll(AppIdentifier)

  /// The debugger starts a pending request.
  case launch(RequestKey)

  /// The debugger expires a running task.
  case expire(RequestKey)

  /// The user stops a continued task.
  case stop(RequestKey)

  /// A silent push arrives.
  case push(AppIdentifier, identifier: String)

  /// An app's code starts transfers.
  case transfer(AppIdentifier, session: String, identifiers: [String], takes: TimeSpan)
}

/// A submission by an app's code.
package struct Submission: Hashable, Sendable {
  /// Who asks for what.
  package var key: RequestKey

  /// Which kind of work.
  package var kind: TaskKind

  /// What must hold.
  package var conditions: Conditions

  /// The floor, from then on.
  package var after: TimeSpan?

  /// What a continued request does that cannot start at once.
  package var strategy: ContinuedDetails.Strategy

  /// What expectations call it.
  package var label: String?
}
