// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Foundation
internal import NightjarModel
internal import NightjarSimulator

/// What happened on a device, for tests and for people.
struct History {
  private struct Line {
    let at: WallTime
    let text: String
  }

  private(set) var problems: [Problem] = []
  private(set) var runs: [(key: RequestKey, run: TestRun)] = []
  private var lines: [Line] = []
  private var leftOver: Set<RunNumber> = []
  private var places: [TaskRun: Int] = [:]

  /// Everything, a line each, in the order of time.
  var timeline: String {
    lines.map { "\($0.at.rfc3339)  \($0.text)" }.joined(separator: "\n")
  }

  mutating func note(_ text: String, _ app: AppIdentifier?, at wall: WallTime) {
    lines.append(Line(at: wall, text: app.map { "\($0.rawValue): \(text)" } ?? text))
  }

  /// Takes over what the simulator recorded.
  mutating func take(_ record: [Happening]) {
    for happening in record { take(happening.event, at: happening.wall) }
  }

  // MARK: - Mistakes

  mutating func noteCompletedAgain(_ key: RequestKey?, at wall: WallTime) {
    guard let key else { return }
    add(
      .completedTwice,
      key,
      at: wall,
      "setTaskCompleted was called again; make one place of your code the one that completes"
    )
  }

  /// Notes work that goes on after its run has ended, once for each run.
  mutating func noteWorkAfterEnd(_ run: RunNumber, _ key: RequestKey, at wall: WallTime) {
    guard leftOver.insert(run).inserted else { return }
    add(
      .workAfterEnd,
      key,
      at: wall,
      "work goes on after the task has ended; cancel it in the expirationHandler and complete last"
    )
  }

  mutating func noteStillAtWork(_ key: RequestKey, after patience: Duration, at wall: WallTime) {
    add(
      .stillAtWork,
      key,
      at: wall,
      """
      still at work after \(patience) of real time, and time moves on; complete the task, sleep on \
      the device's clock, or give the device more patience
      """
    )
  }

  private mutating func add(
    _ kind: Problem.Kind,
    _ key: RequestKey,
    at wall: WallTime,
    _ text: String
  ) {
    problems.append(Problem(kind, key.task, at: wall, text))
    note("PROBLEM \(kind.rawValue): \(name(key)): \(text)", key.app, at: wall)
  }

  // MARK: - Runs

  private mutating func take(_ event: HappeningEvent, at wall: WallTime) {
    switch event {
    case .submitted(let key, _, .accepted): note("submitted \(name(key))", key.app, at: wall)
    case .submitted(let key, _, .refused(let error)):
      note("submission of \(name(key)) refused: \(error.message)", key.app, at: wall)
    case .submitted(let key, _, .trapped):
      note("submission of \(name(key)) without a handler", key.app, at: wall)
    case .dropped(let key, let why):
      note("dropped \(name(key)): \(why.rawValue)", key.app, at: wall)
    case .woken(let app, _, let isCold):
      if !isCold { note("resumed in the background", app, at: wall) }
    case .started(let run): start(run, at: wall)
    case .expired(let run, let reason, let wasCalled):
      let handler = wasCalled ? "" : ", and has no expirationHandler"
      note("\(name(run.key)) is asked back: \(reason.name)\(handler)", run.key.app, at: wall)
      if let place = places[run] {
        runs[place].run.expirationReason = BGTask.ExpirationReason(rawValue: reason.name)
      }
    case .ended(let run, let outcome, _): end(run, outcome, at: wall)
    case .killed(let app): note("ended by the system", app, at: wall)
    case .crashed(let app): note("crashed", app, at: wall)
    case .quarantined(let key): note("\(name(key)) is quarantined", key.app, at: wall)
    case .push(let app, let identifier, let fate):
      note("push \(identifier) \(fate.rawValue)", app, at: wall)
    case .transfer(let transfer, let step):
      note("transfer \(step.rawValue)", transfer.key.app, at: wall)
    case .deed(let words, let app): note(words, app, at: wall)
    }
  }

  private mutating func start(_ run: TaskRun, at wall: WallTime) {
    places[run] = runs.count
    runs.append((run.key, TestRun(identifier: run.key.task.rawValue, startedAt: Date(wall))))
    note("\(name(run.key)) starts", run.key.app, at: wall)
  }

  private mutating func end(_ run: TaskRun, _ outcome: Outcome, at wall: WallTime) {
    note("\(name(run.key)) ended: \(outcome.rawValue)", run.key.app, at: wall)
    if let place = places[run] {
      runs[place].run.outcome = TestRun.Outcome(rawValue: outcome.rawValue)
      runs[place].run.endedAt = Date(wall)
    }
    switch outcome {
    case .expiredWithoutHandler:
      add(
        .noExpirationHandler,
        run.key,
        at: wall,
        "set task.expirationHandler before the work begins"
      )
    case .killed:
      add(
        .notCompletedAfterExpiration,
        run.key,
        at: wall,
        "call setTaskCompleted(success: false) when the expirationHandler has stopped the work"
      )
    case .success, .failure, .expired, .crashed, .cancelled: break
    }
  }

  private func name(_ key: RequestKey) -> String { "\"\(key.task.rawValue)\"" }
}
