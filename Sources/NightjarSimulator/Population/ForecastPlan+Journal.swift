// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
package import NightjarModel

// A plan from what a daemon has seen of an app.

extension ForecastPlan {
  /// Makes the plan of an app from a daemon's journal: for all kinds of users, and for the device.
  ///
  /// What the app asks for is taken from its last request of each identifier, how long it works
  /// from the median of its runs, and whether it submits itself again from most of them. A plan
  /// without tasks means that the journal knows no request of the app. Continued tasks are left
  /// out, as they start when a user says so.
  ///
  /// - Parameters:
  ///   - recording: The daemon's journal.
  ///   - app: The app; `nil` is returned when the journal does not know it.
  package init?(_ recording: Recording, of app: AppIdentifier) {
    let lives = RecordedLife.lives(in: recording)
    guard let last = lives.last, let policy = recording.segments.last?.policy else { return nil }
    let snapshot = last.snapshotAtEnd
    guard var record = snapshot.apps.first(where: { $0.facts.identifier == app }) else {
      return nil
    }
    let now = last.wallAtEnd
    let start = Self.monday(after: now)
    // What was spent is back by then.
    record.meters = AppMeters()
    record.lastForeground = record.lastForeground.map { $0 + (start - now) }
    self.init(
      name: record.facts.name,
      start: start,
      policy: policy,
      app: AppSetup(facts: record.facts)
    )
    var habits = Habits(of: app)
    for life in lives { habits.note(life) }
    for pending in snapshot.pending { habits.note(pending.request, at: pending.submittedAt) }
    for task in habits.tasks { take(habits, task) }
    self.app.registers = Set(self.app.script.tasks.keys)
    self.app.script.registers = Set(self.app.script.tasks.keys)
    var device = LearnedDevice(
      state: snapshot.device,
      record: record,
      pending: snapshot.pending.filter { $0.request.key.app == app }.map(\.request.key.task)
    )
    device.changes = Self.changes(in: last, until: now)
    learned = device
    kinds.append(.thisDevice)
    let silent = record.facts.permittedIdentifiers.filter { !habits.knows(TaskIdentifier($0)) }
    basis += silent.map { "\($0): never submitted, so it is not forecast" }
    if !device.hasHabits { basis.append("this device: the user was not seen to open the app") }
  }

  private mutating func take(_ habits: Habits, _ task: TaskIdentifier) {
    guard let habit = habits[task], habit.kind != .continued else { return }
    var script = TaskScript(kind: habit.kind)
    script.conditions = habit.conditions
    if let work = Self.median(habit.work) { script.work = work }
    if let next = habit.next {
      script.next = TaskScript.Resubmission(isAtStart: next.isAtStart, after: next.floor)
    }
    app.script.tasks[task] = script
    floors[task] = habit.floor
    basis.append("\(task.rawValue): \(habit.sentence(work: script.work))")
  }

  /// The middle one, the shorter of two.
  static func median(_ spans: [TimeSpan]) -> TimeSpan? {
    spans.isEmpty ? nil : spans.sorted()[(spans.count - 1) / 2]
  }

  /// The next midnight of a Monday in UTC, so that hours of the week lie where they were learned.
  private static func monday(after now: WallTime) -> WallTime {
    let hour = TimeSpan.hours(1).nanoseconds
    let begun = now.nanoseconds - (now.nanoseconds % hour + hour) % hour
    return WallTime(nanoseconds: begun) + .hours(Int64(168 - UsageHistory.hourOfWeek(now)))
  }

  private static func changes(in life: RecordedLife, until now: WallTime) -> [LearnedDevice.Change]
  {
    let offset = life.first.snapshot.wallOffset
    let day = TimeSpan.days(1).nanoseconds
    return life.outside.compactMap { record in
      guard case .deviceChanged(let change) = record.event else { return nil }
      let wall = offset.wall(at: record.at)
      guard wall > now + (.zero - .days(1)) else { return nil }
      let time = TimeSpan(nanoseconds: (wall.nanoseconds % day + day) % day)
      return LearnedDevice.Change(timeOfDay: time, change: change)
    }
  }
}
