// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarHost
internal import NightjarModel
internal import NightjarWire

/// `nightjar log`.
enum LogVerb: Verb {
  static let follow = Option(
    name: "follow",
    letter: "f",
    help: "Go on as lines are written. Ctrl-C ends it."
  )
  static let app = Option(name: "app", argument: .one(.app), help: "Only lines about this app.")
  static let limit = Option(
    name: "limit",
    argument: .one(.count),
    help: "How many of the last lines at most; 200 when not given."
  )
  static let appOutput = Option(
    name: "output",
    help: "What the app printed while the daemon ran it, instead of the daemon's log; needs --app."
  )
  static let journal = Option(
    name: "journal",
    help: "What happened and what was decided, for `nightjar replay`; JSON lines."
  )

  static let command = Command(
    name: "log",
    summary: "Print the daemon's log, its journal, or what an app printed.",
    discussion: [
      "With --json the answer is {\"lines\": [{\"at\", \"level\", \"category\", "
        + "\"message\", \"app\", \"task\"}]}; with --follow each line is one such object. "
        + "With --output a line has \"app\" and \"message\" only."
    ],
    options: [follow, app, limit, appOutput, journal],
    examples: [
      Example(line: "nightjar log --follow --app com.example.feed", meaning: "Watch one app."),
      Example(
        line: "nightjar log --journal > day.jsonl",
        meaning: "Keep what the daemon decided, to be replayed."
      ),
    ]
  )

  private static let defaultLimit = 200

  static func run(_ session: Session) throws -> ExitCode {
    let invocation = session.invocation
    if invocation.has(appOutput) {
      try printOutput(session)
      return .done
    }
    if invocation.has(journal) {
      try printJournal(session)
      return .done
    }
    let app = invocation.value(of: app)
    let limit = invocation.value(of: limit).flatMap { Int($0) }
    guard invocation.has(follow) else {
      let lines = try session.list(limitedTo: app) { try $0.log(app: app, limit: limit) }
      if session.isJSON {
        try session.write(["lines": .list(lines.map(JSONText.init))])
      } else {
        for line in lines { try session.write(text(line, session)) }
      }
      return .done
    }
    let daemon = try session.daemon()
    try TasksVerb.followed(session) {
      try daemon.followLog(app: app, limit: limit) { lines in
        for line in lines {
          try session.write(session.isJSON ? JSONText(line).line + "\n" : text(line, session))
        }
        try session.output.flush()
      }
    }
    return .done
  }

  private static func text(_ line: DaemonInterface.Line, _ session: Session) -> String {
    let tone: Paint.Tone =
      switch line.level {
      case "fault", "error": .red
      case "warning": .yellow
      default: .plain
      }
    let paint = session.paint
    // A line about a task that nobody has names an app without a name.
    let about =
      line.app.flatMap { $0.isEmpty ? nil : paint(.dim, " (\(Printable.text($0)))") } ?? ""
    return paint(.dim, session.times.local(line.at)) + " "
      + paint(tone, Printable.text("\(line.level) [\(line.category)] \(line.message)"))
      + about + "\n"
  }

  private static func printJournal(_ session: Session) throws {
    for option in [follow, app, limit] where session.invocation.has(option) {
      throw Failure(.usage, "--journal goes without --\(option.name): a part cannot be replayed")
    }
    try session.daemon().readJournal { lines in
      for line in lines { try session.write(line + "\n") }
    }
  }

  private static func printOutput(_ session: Session) throws {
    let invocation = session.invocation
    guard let app = invocation.value(of: app) else {
      throw Failure(
        .usage,
        "--output needs --app: each app has its own output",
        remedy: "`nightjar apps` lists the apps."
      )
    }
    let count = invocation.value(of: limit).flatMap { Int($0) } ?? defaultLimit
    let log = AppOutput(app: AppIdentifier(app), session: session)
    try log.printLast(count, follow: invocation.has(follow))
  }
}

extension JSONText {
  init(_ line: DaemonInterface.Line) {
    self = [
      "at": .text(line.at),
      "level": .text(line.level),
      "category": .text(line.category),
      "message": .text(line.message),
      "app": .optional(line.app),
      "task": .optional(line.task),
    ]
  }
}
