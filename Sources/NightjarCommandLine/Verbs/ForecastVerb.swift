// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

/// `nightjar forecast`.
enum ForecastVerb: Verb {
  static let users = Option(
    name: "users",
    argument: .one(.text("N")),
    help: "How many users a plan is played for, 1 to 1000000; 1000 unless given."
  )
  static let days = Option(
    name: "days",
    argument: .one(.text("N")),
    help: "How many days each user is followed, 1 to 3660; 28 unless given."
  )
  static let seed = Option(
    name: "seed",
    argument: .one(.text("N")),
    help: "Which users: the same number makes the same ones; 1 unless given."
  )
  static let picture = Option(
    name: "svg",
    argument: .one(.file),
    help: "Where a picture of a plan's forecast is written."
  )

  static let app = Option(
    name: "app",
    argument: .one(.app),
    help: "Forecast an app that the daemon knows, from what its journal tells, without a file."
  )

  static let command = Command(
    name: "forecast",
    summary: "Play days in virtual time: a scripted one that is checked, or those of many users.",
    discussion: [
      "A file with \"scenario\" is a device, its apps, what happens to them, and what must then "
        + "hold. The daemon's own scheduler plays it without a clock; no daemon is needed. Exit "
        + "code 0 means that every expectation holds, 1 that one does not, 2 that the file is "
        + "wrong. With --json the answer is {\"scenario\", \"satisfied\", \"results\", "
        + "\"answers\", \"trace\"}.",
      "A file with \"plan\" is an app, whose tasks are played in the hands of many users of five "
        + "kinds: how often and when each task runs, the longest gap, who never sees it run, and "
        + "what holds it. With --json the answer is {\"plan\", \"users\", \"days\", \"seed\", "
        + "\"basis\", \"tasks\"}. The same seed gives the same answer.",
      "With --app the plan is made from what the daemon has seen of an app: what it submitted, how "
        + "long its tasks work and when they submit themselves again. Beside the five kinds of "
        + "users there is \"this device\", with the use that the daemon has learned.",
    ],
    positionals: [
      Positional(form: .file, arity: .optional, help: "A scenario or a plan, a JSON file.")
    ],
    options: [app, users, days, seed, picture],
    examples: [
      Example(line: "nightjar forecast night.json", meaning: "Play a night and print what held."),
      Example(
        line: "nightjar forecast Examples/FeedReader/forecast.json --svg forecast.svg",
        meaning: "See how often the tasks of an app run, and for whom."
      ),
      Example(
        line: "nightjar forecast --app com.example.feed",
        meaning: "The same for an app of this device, from what it has done so far."
      ),
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let path = session.invocation.words.first
    if let name = session.invocation.value(of: app) {
      guard path == nil else { throw Failure(.usage, "name a file or --app, not both") }
      try forecast(Self.learn(AppIdentifier(name), session), session)
      return .done
    }
    guard let path else { throw Failure(.usage, "FILE is missing; or name an app with --app") }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw Failure(.usage, "\(path) cannot be read: \(error.localizedDescription)")
    }
    do {
      guard ForecastPlan.isPlan(bytes) else { return try check(Scenario(bytes: bytes), session) }
      try forecast(ForecastPlan(bytes: bytes), session)
      return .done
    } catch let error as ScenarioError {
      throw Failure(.usage, "\(path): \(error)")
    }
  }

  private static func check(_ scenario: Scenario, _ session: Session) throws -> ExitCode {
    for option in [users, days, seed, picture] where session.invocation.has(option) {
      throw Failure(.usage, "--\(option.name) is for plans, and this file is a scenario")
    }
    let report = ScenarioReport(playing: scenario)
    try session.write(session.isJSON ? report.json.line + "\n" : report.text)
    return report.isSatisfied ? .done : .findings
  }

  // MARK: - Plans

  /// The plan that follows from the daemon's journal.
  private static func learn(_ app: AppIdentifier, _ session: Session) throws -> ForecastPlan {
    let name = Printable.text(app.rawValue)
    let recording = try session.about(app: app.rawValue) { daemon in
      _ = try daemon.usage(app: app.rawValue)
      return try Recording(from: daemon, isWhole: true)
    }
    guard var plan = ForecastPlan(recording, of: app) else {
      throw Failure(.unusable, "the daemon's journal does not tell of \(name)")
    }
    guard !plan.tasks.isEmpty else {
      throw Failure(
        .unusable,
        "\(name) has submitted nothing that could be forecast",
        remedy: "Let it run and submit, or write a plan (see Documentation/Forecast.md)."
      )
    }
    // Both hold words of the app's Info.plist.
    plan.name = Printable.text(plan.name)
    plan.basis = plan.basis.map { Printable.text($0) }
    return plan
  }

  private static func forecast(_ plan: ForecastPlan, _ session: Session) throws {
    let users = try number(users, 1...1_000_000, orElse: 1000, session)
    let days = try number(days, 1...3660, orElse: 28, session)
    let seed = try number(seed, 0...Int.max, orElse: 1, session)
    let report = ForecastReport(
      play(plan, users: users, days: days, seed: UInt64(seed)),
      seed: UInt64(seed)
    )
    if let path = session.invocation.value(of: picture) {
      do {
        try Data(ForecastPicture(report).svg.utf8).write(to: URL(filePath: path))
      } catch {
        throw Failure(.usage, "\(path) cannot be written: \(error.localizedDescription)")
      }
    }
    try session.write(session.isJSON ? report.json.line + "\n" : report.text)
  }

  private static func number(
    _ option: Option,
    _ bounds: ClosedRange<Int>,
    orElse usual: Int,
    _ session: Session
  ) throws(Failure) -> Int {
    guard let text = session.invocation.value(of: option) else { return usual }
    guard let number = Int(text), bounds.contains(number) else {
      throw Failure(
        .usage,
        "--\(option.name) cannot be \"\(Printable.text(text))\"; write a whole number from "
          + "\(bounds.lowerBound) to \(bounds.upperBound)"
      )
    }
    return number
  }

  /// Plays a population in pieces, side by side; the sum does not depend on who was done first.
  private static func play(
    _ plan: ForecastPlan,
    users: Int,
    days: Int,
    seed: UInt64
  ) -> Forecast {
    let piece = 50
    let sum = Mutex(Forecast(plan, days: days))
    DispatchQueue.concurrentPerform(iterations: (users + piece - 1) / piece) { index in
      var part = Forecast(plan, days: days)
      part.play((index * piece)..<min(users, (index + 1) * piece), seed: seed)
      sum.withLock { [part] in $0.add(part) }
    }
    return sum.withLock(\.self)
  }
}
