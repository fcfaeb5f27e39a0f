// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What an app was seen to ask for, and what its tasks were seen to do.
struct Habits {
  /// One task.
  struct Habit {
    /// Submitting itself from within its runs.
    struct Next {
      let isAtStart: Bool
      let floor: TimeSpan?
    }

    var kind: TaskKind
    var conditions: Conditions
    var floor: TimeSpan?

    /// How long each run worked that completed by itself.
    var work: [TimeSpan] = []

    /// How many runs were seen.
    var runs = 0

    /// For each run in which it submitted itself: how it did.
    var submissions: [Next] = []

    /// How it submits itself again, if most of its runs do.
    var next: Next? {
      guard let last = submissions.last, submissions.count * 2 > runs else { return nil }
      return last
    }

    func sentence(work time: TimeSpan?) -> String {
      let needs = [
        conditions.contains(.network) ? "network" : nil,
        conditions.contains(.externalPower) ? "external power" : nil,
      ].compactMap(\.self)
      let seconds = time.map { ForecastReport.decimal($0.inSeconds) } ?? "?"
      let count = runs == 1 ? "1 run" : "\(runs) runs"
      let words = [
        kind.rawValue,
        needs.isEmpty ? nil : "needs \(needs.joined(separator: " and "))",
        (next?.floor ?? floor).map { "asks to wait \(ForecastReport.decimal($0.inSeconds)) s" },
        work.isEmpty
          ? "taken to work \(seconds) s, as no run completed" : "works \(seconds) s, of \(count)",
        next.map { "submits itself again at its \($0.isAtStart ? "start" : "end")" },
      ]
      return words.compactMap(\.self).joined(separator: "; ")
    }
  }

  private let app: AppIdentifier
  private var habits: [TaskIdentifier: Habit] = [:]

  init(of app: AppIdentifier) {
    self.app = app
  }

  var tasks: [TaskIdentifier] { habits.keys.sorted() }

  subscript(task: TaskIdentifier) -> Habit? { habits[task] }

  /// Whether an identifier was asked for; of a wildcard, whether one below it was.
  func knows(_ permitted: TaskIdentifier) -> Bool {
    guard permitted.rawValue.hasSuffix(".*") else { return habits[permitted] != nil }
    let prefix = permitted.rawValue.dropLast()
    return habits.keys.contains { $0.rawValue.hasPrefix(prefix) }
  }

  /// Notes a request; what it asks for replaces what was known.
  mutating func note(_ request: TaskRequest, at wall: WallTime) {
    guard request.key.app == app else { return }
    let floor = request.earliestBegin.map { max($0 - wall, .zero) }
    var habit =
      habits[request.key.task]
      ?? Habit(kind: request.kind, conditions: request.conditions, floor: floor)
    (habit.kind, habit.conditions, habit.floor) = (request.kind, request.conditions, floor)
    habits[request.key.task] = habit
  }

  /// Notes what a recorded life tells of the app.
  mutating func note(_ life: RecordedLife) {
    let offset = life.first.snapshot.wallOffset
    for pending in life.first.snapshot.pending { note(pending.request, at: pending.submittedAt) }
    for record in life.first.snapshot.runs {
      note(record.run.consumed.request, at: record.run.consumed.submittedAt)
    }
    for record in life.outside {
      guard case .submitted(let request, _) = record.event else { continue }
      note(request, at: offset.wall(at: record.at))
    }
    for (key, runs) in life.runs where key.app == app {
      for run in runs { note(run) }
    }
  }

  private mutating func note(_ run: RecordedRun) {
    let task = run.key.task
    habits[task]?.runs += 1
    let completion = run.deeds.last { deed in
      if case .complete = deed.step { true } else { false }
    }
    if let completion { habits[task]?.work.append(completion.after) }
    for deed in run.deeds {
      guard case .submit(let request, let floor) = deed.step else { continue }
      if habits[request.key.task] == nil {
        habits[request.key.task] = Habit(
          kind: request.kind,
          conditions: request.conditions,
          floor: floor
        )
      }
      guard request.key == run.key else { continue }
      // Nearer to the beginning than to the end.
      let isAtStart = completion.map { deed.after + deed.after <= $0.after } ?? true
      // The floor counts from the start of the run, and a script's from the submission.
      let wait = floor.map { max($0 - deed.after, .zero) }
      habits[task]?.submissions.append(Habit.Next(isAtStart: isAtStart, floor: wait))
    }
  }
}
