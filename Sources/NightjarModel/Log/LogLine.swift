// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The log lines of spec 12.2 that concern tasks; their text is exact.
package enum LogLine: Hashable, Sendable {
  /// L1.
  case registrationRefused(TaskIdentifier)

  /// L2.
  case ignoredEntry(key: String, why: String)

  /// L3.
  case replaced(RequestKey)

  /// L4.
  case expiredWithoutHandler(RequestKey)

  /// L5.
  case notCompletedAfterExpiration(RequestKey, seconds: Int)

  /// L6.
  case completedAgain(TaskIdentifier, success: Bool)

  /// L7.
  case pendingUnreadable(why: String)

  /// L8.
  case droppedNotPermitted(RequestKey)

  /// L9.
  case nothingPending(RequestKey)

  /// L10.
  case simulatedLaunchRefused(RequestKey)

  /// L11.
  case simulatedExpirationRefused(RequestKey)

  /// L12.
  case submittedOnMain

  /// L20, a decision on a request where moments are scored: points in thousandths, and the numbers
  /// of the gates that are closed.
  case scored(RequestKey, points: Int, threshold: Int, gates: [Int], runs: Bool)

  /// L21, the start of a run.
  case starting(RequestKey)

  /// L21, a run that is taken back.
  case expiring(RequestKey, ExpirationReason)

  /// L21, the end of a run.
  case completed(RequestKey, Outcome)

  /// L22.
  case noHandler(TaskIdentifier)

  /// L23.
  case farFloor(RequestKey)

  /// L25.
  case cpuExceeded(AppIdentifier, percent: Int, seconds: Int)

  /// The app could not be started; the text says why and what happens next.
  case launchFailed(AppIdentifier, why: String)

  /// The task is held after repeated crashes.
  case quarantined(RequestKey, crashes: Int)

  /// The number in spec 12.2; `nil` for the lines that are not in its table.
  package var number: Int? {
    switch self {
    case .registrationRefused: 1
    case .ignoredEntry: 2
    case .replaced: 3
    case .expiredWithoutHandler: 4
    case .notCompletedAfterExpiration: 5
    case .completedAgain: 6
    case .pendingUnreadable: 7
    case .droppedNotPermitted: 8
    case .nothingPending: 9
    case .simulatedLaunchRefused: 10
    case .simulatedExpirationRefused: 11
    case .submittedOnMain: 12
    case .scored: 20
    case .starting, .expiring, .completed: 21
    case .noHandler: 22
    case .farFloor: 23
    case .cpuExceeded: 25
    case .launchFailed, .quarantined: nil
    }
  }

  /// The whole line without a time, prefix first.
  package var text: String { "[\(category)] \(sentence)" }

  /// The part of the system that speaks: the prefix of the line without its brackets.
  package var category: String {
    switch self {
    case .scored: "Daemon:scoring"
    case .starting, .expiring, .completed, .launchFailed, .quarantined: "Daemon:lifecycle"
    case .registrationRefused, .ignoredEntry, .replaced, .expiredWithoutHandler,
      .notCompletedAfterExpiration, .completedAgain, .pendingUnreadable, .droppedNotPermitted,
      .nothingPending, .simulatedLaunchRefused, .simulatedExpirationRefused, .submittedOnMain,
      .noHandler, .farFloor, .cpuExceeded:
      "BackgroundTasks:Framework"
    }
  }

  /// What the line says after its prefix.
  package var sentence: String {
    switch self {
    case .registrationRefused(let id):
      "registration refused: \"\(id.rawValue)\" is not permitted by "
        + "BGTaskSchedulerPermittedIdentifiers"
    case .ignoredEntry(let key, let why): "ignored \(key) entry: \(why)"
    case .replaced(let key): "replaced pending request \"\(key.task.rawValue)\""
    case .expiredWithoutHandler(let key):
      "\"\(key.task.rawValue)\" expired without an expiration handler; completed with success 0"
    case .notCompletedAfterExpiration(let key, let seconds):
      "\"\(key.task.rawValue)\" was not completed within \(seconds) s of its expiration"
    case .completedAgain(let id, let success):
      "\"\(id.rawValue)\" was completed again with success \(success ? 1 : 0); "
        + "the first result stands"
    case .pendingUnreadable(let why): "pending requests could not be read: \(why)"
    case .droppedNotPermitted(let key):
      "dropped request \"\(key.task.rawValue)\": no longer permitted"
    case .nothingPending(let key):
      "no task request with identifier \"\(key.task.rawValue)\" is pending"
    case .simulatedLaunchRefused(let key):
      "simulated launch of \"\(key.task.rawValue)\" refused: it is running"
    case .simulatedExpirationRefused(let key):
      "simulated expiration of \"\(key.task.rawValue)\" refused: it is not running"
    case .submittedOnMain: "submit was called on the main thread and may block"
    case .scored(let key, let points, let threshold, let gates, let runs):
      "\"\(key.app.rawValue)\" \"\(key.task.rawValue)\" score \(Self.points(points)) "
        + "threshold \(Self.points(threshold)) gates \(Self.gates(gates)) "
        + "decision \(runs ? "run" : "wait")"
    case .starting(let key): "starting \"\(key.task.rawValue)\""
    case .expiring(let key, let reason):
      "expiring \"\(key.task.rawValue)\" reason \(reason.name)"
    case .completed(let key, let outcome):
      "completed \"\(key.task.rawValue)\" outcome \(outcome.rawValue)"
    case .noHandler(let id): "permitted identifier \"\(id.rawValue)\" has no launch handler"
    case .farFloor(let key): "\"\(key.task.rawValue)\" asks to begin more than 7 days ahead"
    case .cpuExceeded(let app, let percent, let seconds):
      "\"\(app.rawValue)\" ended: background CPU above \(percent) % for \(seconds) s"
    case .launchFailed(let app, let why): "\"\(app.rawValue)\" could not be started: \(why)"
    case .quarantined(let key, let crashes):
      "\"\(key.task.rawValue)\" is held after \(crashes) crashes in a row"
    }
  }

  /// The app that the line is about, as far as the line knows it.
  package var app: AppIdentifier? {
    switch self {
    case .replaced(let key), .expiredWithoutHandler(let key),
      .notCompletedAfterExpiration(let key, _), .droppedNotPermitted(let key),
      .nothingPending(let key), .simulatedLaunchRefused(let key),
      .simulatedExpirationRefused(let key), .scored(let key, _, _, _, _), .starting(let key),
      .expiring(let key, _),
      .completed(let key, _), .farFloor(let key), .quarantined(let key, _):
      key.app
    case .launchFailed(let app, _), .cpuExceeded(let app, _, _): app
    case .registrationRefused, .ignoredEntry, .completedAgain, .pendingUnreadable,
      .submittedOnMain, .noHandler:
      nil
    }
  }

  /// The task that the line is about, if it is about one.
  package var task: TaskIdentifier? {
    switch self {
    case .replaced(let key), .expiredWithoutHandler(let key),
      .notCompletedAfterExpiration(let key, _), .droppedNotPermitted(let key),
      .nothingPending(let key), .simulatedLaunchRefused(let key),
      .simulatedExpirationRefused(let key), .scored(let key, _, _, _, _), .starting(let key),
      .expiring(let key, _),
      .completed(let key, _), .farFloor(let key), .quarantined(let key, _):
      key.task
    case .registrationRefused(let id), .completedAgain(let id, _), .noHandler(let id): id
    case .launchFailed, .cpuExceeded, .ignoredEntry, .pendingUnreadable, .submittedOnMain: nil
    }
  }
}

extension LogLine {
  /// Points with the three decimals that a score is compared by (5.4).
  private static func points(_ thousandths: Int) -> String {
    let decimals = "\(thousandths % 1000)"
    let zeros = String(repeating: "0", count: 3 - decimals.utf8.count)
    return "\(thousandths / 1000).\(zeros)\(decimals)"
  }

  private static func gates(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "none" : numbers.map { "G\($0)" }.joined(separator: ",")
  }
}
