// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// `nightjar simulate`.
enum SimulateVerb: Verb {
  static let app = Option(
    name: "app",
    argument: .one(.app),
    help: "The app, when several have a task of that name."
  )

  private static let task = Positional(form: .task, help: "The identifier of the request.")
  private static let launch = "launch"

  static let command = Command(
    name: "simulate",
    summary: "Start or take back a task by hand, as Apple's debugger commands do.",
    discussion: [
      "launch starts a pending request now, whatever holds it, and uses it up. expire takes a "
        + "running task back: its expiration handler is called. What cannot be done is refused "
        + "with exit code 4."
    ],
    actions: [
      Command(
        name: launch,
        summary: "Start a pending request now, whatever holds it.",
        positionals: [task],
        options: [app]
      ),
      Command(
        name: "expire",
        summary: "Take a running task back now.",
        positionals: [task],
        options: [app]
      ),
    ],
    examples: [
      Example(line: "nightjar simulate launch com.example.feed.refresh", meaning: "Run it now.")
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let invocation = session.invocation
    let task = invocation.words[0]
    let app = invocation.value(of: app)
    let action = invocation.path.last?.name ?? launch
    try session.about(task: task) { daemon in
      if action == launch {
        try daemon.simulateLaunch(task: task, app: app)
      } else {
        try daemon.simulateExpiration(task: task, app: app)
      }
    }
    try session.report(
      action == launch ? "Launching \(task)." : "Expiring \(task).",
      ["task": .text(task), "app": .optional(app), "simulated": .text(action)]
    )
    return .done
  }
}
