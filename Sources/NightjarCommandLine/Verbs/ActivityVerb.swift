// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarWire

/// `nightjar activity`.
enum ActivityVerb: Verb {
  static let app = Option(name: "app", argument: .one(.app), help: "Only the tasks of this app.")
  static let once = Option(name: "once", help: "Print how things stand now, and end.")

  static let command = Command(
    name: "activity",
    summary: "Watch continued tasks get on, and cancel them.",
    discussion: [
      "A terminal shows a bar for each task with its rate and the time left. The arrows select, c "
        + "cancels what is selected, q or Ctrl-C ends. Elsewhere a line is printed whenever a task "
        + "changes its state or has come another tenth of its way.",
      "A task whose app died is shown as failed. What has ended is shown for a minute.",
      "With --json each update is one line: {\"items\": [{\"app\", \"task\", \"state\", \"title\", "
        + "\"subtitle\", \"run\", \"completed\", \"total\", \"fraction\", \"startedAt\", "
        + "\"endedAt\", \"outcome\", \"expirationReason\"}]}; what is not known is null.",
    ],
    options: [app, once],
    examples: [
      Example(line: "nightjar activity", meaning: "Watch, and cancel with c."),
      Example(line: "nightjar activity --once --json", meaning: "How things stand, for a script."),
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let app = session.invocation.value(of: app)
    let daemon = try session.daemon()
    if session.invocation.has(once) {
      var lines = PlainActivity(session: session)
      try lines.write(try daemon.activity(app: app))
      if !session.isJSON, lines.isEmpty { try session.write("Nothing to watch.\n") }
    } else if session.isJSON || !session.output.isTerminal {
      var lines = PlainActivity(session: session)
      try TasksVerb.followed(session) {
        try daemon.watchActivity(app: app) { items in
          try lines.write(items)
          try session.output.flush()
        }
      }
    } else {
      let screen = ActivityScreen(
        session: session,
        cancel: { try session.daemon().cancelActivity(app: $0.app, task: $0.task) },
        quit: { Glibc.exit(ExitCode.done.rawValue) }
      )
      try screen.show {
        try daemon.watchActivity(app: app) { items in try screen.draw(items) }
      }
    }
    return .done
  }
}

/// A line for each change that matters, where nothing can be redrawn.
private struct PlainActivity {
  let session: Session
  private var last: [String: String] = [:]

  init(session: Session) {
    self.session = session
  }

  var isEmpty: Bool { last.isEmpty }

  mutating func write(_ items: [ActivityInterface.Item]) throws(OutputError) {
    guard !session.isJSON else {
      return try session.write(["items": .list(items.map(JSONText.init))] as JSONText)
    }
    var seen: [String: String] = [:]
    for item in items {
      let percent = ActivityLines.percent(item)
      let key = "\(item.app) \(item.task) \(item.run ?? 0)"
      seen[key] = "\(ActivityLines.state(item)) \(percent.map { $0 / 10 } ?? -1)"
      guard last[key] != seen[key] else { continue }
      let state = ActivityLines.state(item)
      let far = percent.map { ", \($0) %" } ?? ""
      let task = Printable.text(item.task)
      try session.write("\(task): \(state)\(far) (\(ActivityLines.headline(item)))\n")
    }
    last = seen
  }
}

extension JSONText {
  fileprivate init(_ item: ActivityInterface.Item) {
    self = [
      "app": .text(item.app),
      "task": .text(item.task),
      "state": .text(item.state),
      "title": .text(item.title),
      "subtitle": .text(item.subtitle),
      "run": .optional(item.run),
      "completed": .optional(item.completed),
      "total": .optional(item.total),
      "fraction": item.fraction.map(Self.decimal) ?? .null,
      "startedAt": .optional(item.startedAt),
      "endedAt": .optional(item.endedAt),
      "outcome": .optional(item.outcome),
      "expirationReason": .optional(item.expirationReason),
    ]
  }
}
