// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// `nightjar submit`.
enum SubmitVerb: Verb {
  static let kind = Option(
    name: "kind",
    argument: .one(
      .words([
        ValueForm.Word("refresh", "a short update of content"),
        ValueForm.Word("processing", "minutes of maintenance"),
        ValueForm.Word("healthResearch", "maintenance of a health study"),
        ValueForm.Word("continued", "work that a user started and watches"),
      ])
    ),
    help: "What kind of work it is; refresh when not given."
  )
  static let earliest = Option(
    name: "earliest",
    argument: .one(.moment),
    help: "Not before this date (RFC 3339), or so long from now: +30m, +1h30m, +2d."
  )
  static let network = Option(name: "network", help: "Never without a network; processing only.")
  static let power = Option(name: "power", help: "Never on battery; processing only.")
  static let title = Option(
    name: "title",
    argument: .one(.text("TEXT")),
    help: "The headline of continued work, which needs one."
  )
  static let subtitle = Option(
    name: "subtitle",
    argument: .one(.text("TEXT")),
    help: "The line below the headline of continued work."
  )
  static let strategy = Option(
    name: "strategy",
    argument: .one(
      .words([
        ValueForm.Word("fail", "refuse when it cannot start at once"),
        ValueForm.Word("queue", "wait for a free slot"),
      ])
    ),
    help: "What to do when continued work cannot start at once; queue when not given."
  )

  static let command = Command(
    name: "submit",
    summary: "Submit a request for an app, as if the app had done it.",
    discussion: [
      "The answer comes when the request is on disk. A pending request of the same app and "
        + "identifier is replaced. The daemon refuses what it would refuse to the app."
    ],
    positionals: [
      Positional(form: .app, help: "The app that asks."),
      Positional(form: .task, help: "The identifier of the request."),
    ],
    options: [kind, earliest, network, power, title, subtitle, strategy],
    examples: [
      Example(
        line: "nightjar submit com.example.feed com.example.feed.refresh --earliest +30m",
        meaning: "Ask for a refresh in half an hour."
      )
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let invocation = session.invocation
    let request = try request(invocation, now: session.surroundings.now())
    let replaced = try session.daemon().submit(request)
    try session.report(
      "Submitted \(request.identifier) for \(request.app)"
        + (replaced ? "; it replaces the pending request of that name." : "."),
      [
        "app": .text(request.app),
        "task": .text(request.identifier),
        "kind": .text(request.kind),
        "earliestBeginDate": .optional(request.earliestBeginDate),
        "replaced": .flag(replaced),
      ]
    )
    return .done
  }

  private static func request(
    _ invocation: Invocation,
    now: WallTime
  ) throws(Failure) -> SchedulerInterface.Submit.Parameters {
    let word = invocation.value(of: kind) ?? TaskKind.refresh.rawValue
    try check(invocation, kind: word)
    return SchedulerInterface.Submit.Parameters(
      app: invocation.words[0],
      identifier: invocation.words[1],
      kind: word,
      earliestBeginDate: invocation.value(of: earliest).flatMap(Moment.init)?.wall(now: now)
        .rfc3339,
      requiresNetworkConnectivity: invocation.has(network) ? true : nil,
      requiresExternalPower: invocation.has(power) ? true : nil,
      title: invocation.value(of: title),
      subtitle: invocation.value(of: subtitle),
      strategy: invocation.value(of: strategy)
    )
  }

  /// Refuses options that the kind has no place for, which the daemon would silently ignore.
  private static func check(_ invocation: Invocation, kind word: String) throws(Failure) {
    let isContinued = word == TaskKind.continued.rawValue
    let isProcessing = TaskKind(rawValue: word)?.isProcessing ?? false
    let foreign =
      (isContinued ? [] : [title, subtitle, strategy]) + (isProcessing ? [] : [network, power])
    if let option = foreign.first(where: invocation.has) {
      throw Failure(.usage, "a request of kind \(word) has no --\(option.name)")
    }
    if isContinued, invocation.value(of: title)?.isEmpty ?? true {
      throw Failure(.usage, "a request of kind continued needs a --title")
    }
  }
}
