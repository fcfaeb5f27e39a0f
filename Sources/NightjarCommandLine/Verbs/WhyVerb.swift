// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// `nightjar why`.
enum WhyVerb: Verb {
  static let app = Option(
    name: "app",
    argument: .one(.app),
    help: "The app, when several have a task of that name."
  )

  static let forecast = Option(
    name: "forecast",
    help: "Tell when it can start at the earliest, and what would have to change."
  )

  static let command = Command(
    name: "why",
    summary: "Tell everything that holds a task, and what would free it.",
    discussion: [
      "Each reason comes with what was seen, what is needed, and when it clears by itself, if it "
        + "does. With --json the answer is one object as in `nightjar tasks --json`.",
      "With --forecast the scheduler is let go on from the daemon's journal, as if all that the "
        + "task needs were there from now on and nothing else changed. With --json the object "
        + "has \"forecast\": {\"notBefore\", \"needs\", \"startsAt\", \"horizon\"}; what is not "
        + "known is null.",
    ],
    positionals: [Positional(form: .task, help: "The identifier of the request.")],
    options: [app, forecast],
    examples: [
      Example(line: "nightjar why com.example.feed.refresh", meaning: "Ask why it has not run."),
      Example(
        line: "nightjar why --forecast com.example.feed.refresh",
        meaning: "Ask when it could run."
      ),
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let word = session.invocation.words[0]
    let task = try session.about(task: word) { daemon in
      try daemon.why(task: word, app: session.invocation.value(of: app))
    }
    if session.invocation.has(forecast) {
      try ForecastText(task, session).write()
    } else if session.isJSON {
      try session.write(JSONText(task))
    } else {
      let size = session.output.size
      let text = WhyText(times: session.times, paint: session.paint, width: size.columns)
      try session.write(text.paragraphs(for: task))
    }
    return .done
  }
}
