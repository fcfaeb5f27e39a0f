// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// `nightjar tasks`.
enum TasksVerb: Verb {
  static let app = Option(name: "app", argument: .one(.app), help: "Only the tasks of this app.")
  static let history = Option(name: "history", help: "Also what has ended.")
  static let watch = Option(
    name: "watch",
    help: "Go on: a terminal is redrawn, elsewhere each change prints a new list. Ctrl-C ends it."
  )
  static let names = Option(name: "names", help: "Only the identifiers, one a line.")

  static let command = Command(
    name: "tasks",
    summary: "List what is pending, running or ended, each with its reasons.",
    discussion: [
      "A task that waits shows everything that holds it, with what was seen and what is needed. "
        + "Identifiers are never cut off; on a narrow screen the columns stand below one another.",
      "With --json the answer is {\"tasks\": [{\"app\", \"task\", \"kind\", \"state\", "
        + "\"submittedAt\", \"earliestBeginDate\", \"reasons\": [{\"reason\", \"seen\", "
        + "\"needed\", \"clearsAt\"}], …}]}; what is not known is null. With --watch each change "
        + "is one such line.",
    ],
    options: [app, history, watch, names],
    examples: [
      Example(line: "nightjar tasks --watch", meaning: "See each change as it happens."),
      Example(
        line: "nightjar tasks --json | jq '.tasks[].reasons[].reason'",
        meaning: "Count on the words of the reasons in a script."
      ),
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let invocation = session.invocation
    let app = invocation.value(of: app)
    let history = invocation.has(history)
    let list = TaskList(session: session)
    guard invocation.has(watch) else {
      let tasks = try session.list(limitedTo: app) { try $0.tasks(app: app, history: history) }
      try list.write(tasks)
      return .done
    }
    let daemon = try session.daemon()
    if session.isJSON || invocation.has(names) || !session.output.isTerminal {
      try followed(session) {
        // The daemon tells of each change; one that shows nothing here is none.
        var last: [SchedulerInterface.Task]?
        try daemon.watchTasks(app: app, history: history) { tasks in
          guard tasks != last else { return }
          last = tasks
          try list.write(tasks)
          try session.output.flush()
        }
      }
    } else {
      let screen = Screen(session: session, endMatters: history)
      try screen.show {
        try daemon.watchTasks(app: app, history: history) { tasks in try screen.draw(tasks) }
      }
    }
    return .done
  }

  /// Runs what only an interrupt or a failure ends, so that an interrupt loses no line.
  static func followed(_ session: Session, _ body: () throws -> Void) throws {
    session.surroundings.interruptible(Interruption(onInterrupt: {}, onResize: {}))
    try body()
    throw Failure(.noDaemon, "the daemon ended the stream", remedy: DaemonFailure.remedy)
  }
}
