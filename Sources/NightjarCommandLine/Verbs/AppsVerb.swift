// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarModel
internal import NightjarWire

/// `nightjar apps`.
enum AppsVerb: Verb {
  static let names = Option(name: "names", help: "Only the identifiers, one a line.")
  static let arguments = Option(
    name: "arguments",
    argument: .rest(.text("WORD")),
    help: "What a launch passes to the app: every word up to the end of the line."
  )
  static let backgroundRefresh = Option(
    name: "background-refresh",
    argument: .one(
      .words([ValueForm.Word("on", "refreshes come"), ValueForm.Word("off", "refreshes are held")])
    ),
    help: "The app's own switch of Background App Refresh."
  )

  static let erase = Option(name: "erase", help: "Forget it.")

  private enum Action: String {
    case list, install, remove, launch, quit, settings, usage
  }

  private static let app = Positional(form: .app, help: "The app's bundle identifier.")

  static let command = Command(
    name: "apps",
    summary: "List, install, remove, open and quit apps, and set their switches.",
    discussion: [
      "An app makes itself known when it first connects; `install` does it without starting the "
        + "app. Without an action, list is meant."
    ],
    actions: [
      Command(
        name: Action.list.rawValue,
        summary: "List all apps that the daemon knows.",
        options: [names]
      ),
      Command(
        name: Action.install.rawValue,
        summary: "Make an app known without starting it.",
        discussion: [
          "The Info.plist is looked for in NIGHTJAR_INFO_PLIST, beside the executable, inside "
            + "<executable>.app/ and in the resource folder of the executable's target."
        ],
        positionals: [
          Positional(form: .file, help: "An executable, or a folder that holds one.")
        ],
        options: [arguments]
      ),
      Command(
        name: Action.remove.rawValue,
        summary: "Forget an app, its requests and its crash counts.",
        positionals: [app]
      ),
      Command(
        name: Action.launch.rawValue,
        summary: "Open an app in front, as a user would; this lifts a force quit and a quarantine.",
        positionals: [app]
      ),
      Command(
        name: Action.quit.rawValue,
        summary: "Swipe an app away: end it, and hold its refreshes until it is opened.",
        positionals: [app]
      ),
      Command(
        name: Action.settings.rawValue,
        summary: "Show or set an app's switches.",
        positionals: [app],
        options: [backgroundRefresh]
      ),
      Command(
        name: Action.usage.rawValue,
        summary: "Show or erase what is remembered of when the user opens an app.",
        discussion: [
          "One number for each hour of the week is kept and nothing else; a day weighs 0.9 of the "
            + "next. Refreshes move to just before the hours in which the app tends to be opened.",
          "With --json the hours begin on Monday 00:00 UTC.",
        ],
        positionals: [app],
        options: [erase]
      ),
    ],
    defaultAction: Action.list.rawValue,
    examples: [
      Example(line: "nightjar apps install .build/debug/FeedReader", meaning: "Make it known."),
      Example(
        line: "nightjar apps settings com.example.feed --background-refresh off",
        meaning: "See how the app copes without refreshes."
      ),
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let action = session.invocation.path.last.flatMap { Action(rawValue: $0.name) } ?? .list
    let word = session.invocation.words.first ?? ""
    switch action {
    case .list: try list(session)
    case .install: try install(word, session)
    case .remove:
      try session.about(app: word) { try $0.remove(app: word) }
      try session.report("Removed \(word).", ["app": .text(word), "removed": .flag(true)])
    case .launch:
      try session.about(app: word) { try $0.launch(app: word) }
      try session.report("Opened \(word).", ["app": .text(word), "launched": .flag(true)])
    case .quit:
      try session.about(app: word) { try $0.quit(app: word) }
      try session.report("Quit \(word).", ["app": .text(word), "quit": .flag(true)])
    case .settings: try settings(word, session)
    case .usage: try usage(word, session)
    }
    return .done
  }

  private static func list(_ session: Session) throws {
    let apps = try session.daemon().apps()
    if session.isJSON {
      try session.write(["apps": .list(apps.map(JSONText.init))])
    } else if session.invocation.has(names) {
      for app in apps { try session.write(Printable.text(app.facts.identifier) + "\n") }
    } else if apps.isEmpty {
      try session.write("No apps. Start one, or run `nightjar apps install PATH`.\n")
    } else {
      let lines = AppLines(times: session.times)
      try session.write(apps, headings: AppLines.headings, row: lines.row)
    }
  }

  private static func install(_ path: String, _ session: Session) throws {
    let plist = try AppFacts.reading(
      executable: path,
      environment: session.surroundings.environment
    )
    var facts = plist.facts
    facts.arguments = session.invocation.values(of: arguments)
    for finding in plist.findings {
      session.output.writeError("nightjar: \(Printable.text(finding.sentence))\n")
    }
    let app = try session.daemon().install(AppsInterface.Facts(facts))
    try session.report(
      "Installed \(Printable.text(app.facts.identifier)) from \(Printable.text(app.facts.executable)).",
      ["app": JSONText(app)]
    )
  }

  private static func usage(_ identifier: String, _ session: Session) throws {
    guard session.invocation.has(erase) else {
      let usage = try session.about(app: identifier) { try $0.usage(app: identifier) }
      return try UsageLines.write(usage, of: identifier, session)
    }
    try session.about(app: identifier) { try $0.eraseUsage(app: identifier) }
    try session.report(
      "Erased when \(Printable.text(identifier)) was opened.",
      ["app": .text(identifier), "erased": .flag(true)]
    )
  }

  private static func settings(_ identifier: String, _ session: Session) throws {
    let isOn = session.invocation.value(of: backgroundRefresh).map { $0 == "on" }
    let app = try session.about(app: identifier) { daemon in
      try daemon.settings(app: identifier, backgroundRefresh: isOn)
    }
    let word = app.backgroundRefresh ? "on" : "off"
    try session.report(
      "Background App Refresh is \(word) for \(Printable.text(app.facts.identifier)).",
      ["app": .text(app.facts.identifier), "backgroundRefresh": .flag(app.backgroundRefresh)]
    )
  }
}
