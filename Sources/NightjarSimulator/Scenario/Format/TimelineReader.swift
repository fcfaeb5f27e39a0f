// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Reads the timeline in the order of time, since an update changes what later events mean.
struct TimelineReader {
  private var apps: [AppIdentifier: AppSetup] = [:]

  /// The names that expectations may use for submissions.
  private(set) var labels: Set<String> = []

  init(apps: [AppSetup]) {
    for app in apps { self.apps[app.facts.identifier] = app }
  }

  var appNames: Set<AppIdentifier> { Set(apps.keys) }

  /// Reads all events; those of one moment stay in the order of the file.
  mutating func read(_ values: [JSONValue]) throws(ScenarioError) -> [TimelineEvent] {
    var places: [(at: TimeSpan, index: Int, fields: Fields)] = []
    for (index, value) in values.enumerated() {
      let fields = try Fields(value, at: "timeline[\(index)]")
      places.append((try fields.moment("at"), index, fields))
    }
    places.sort { ($0.at, $0.index) < ($1.at, $1.index) }
    var events: [TimelineEvent] = []
    for place in places {
      let word = try place.fields.word("do", DeedWord.self)
      try place.fields.allow(["at", "do"] + word.keys, in: "for \"\(word.rawValue)\"")
      events.append(TimelineEvent(at: place.at, deed: try deed(word, place.fields)))
    }
    return events
  }

  private mutating func deed(_ word: DeedWord, _ fields: Fields) throws(ScenarioError) -> Deed {
    switch word {
    case .power: try change(.power(fields.word("to")), word, fields)
    case .network:
      try change(.network(fields.word("to", NetworkWord.self).state), word, fields)
    case .battery: try change(.battery(fields.percent("to")), word, fields)
    case .inUse: try change(.idle(!fields.flag("to")), word, fields)
    case .lowPower: try change(.lowPower(fields.flag("to")), word, fields)
    case .refresh:
      try fields.has("app")
        ? .appRefresh(app(fields), fields.flag("to"))
        : change(.refresh(fields.flag("to")), word, fields)
    case .clock: .clock(by: try Self.jump(fields))
    case .reboot: .reboot(takes: try fields.duration("takes"))
    case .pressure: .pressure
    case .open: .open(try app(fields))
    case .leave: .leave(try app(fields))
    case .quit: .quit(try app(fields))
    case .kill: .kill(try app(fields))
    case .update: .update(try update(fields))
    case .submit: .submit(try submission(fields))
    case .cancel: .cancel(try key(fields))
    case .cancelAll: .cancelAll(try app(fields))
    case .launch: .launch(try key(fields))
    case .expire: .expire(try key(fields))
    case .stop: .stop(try key(fields))
    case .push: .push(try app(fields), identifier: try fields.text("id"))
    case .transfer:
      .transfer(
        try app(fields),
        session: try fields.text("session"),
        identifiers: try fields.texts("ids"),
        takes: try fields.duration("takes")
      )
    }
  }

  private func change(
    _ change: DeviceChange,
    _ word: DeedWord,
    _ fields: Fields
  ) throws(ScenarioError) -> Deed {
    .device(change, "\(word.rawValue) \(try fields.value("to").kindName)")
  }

  private static func jump(_ fields: Fields) throws(ScenarioError) -> TimeSpan {
    let text = try fields.text("by")
    guard let span = TimeSpan(signedScenario: text) else {
      throw fields.fault("by", "\"\(text)\" is no jump; write a sign and a duration: \"-2h\"")
    }
    return span
  }

  private func app(_ fields: Fields) throws(ScenarioError) -> AppIdentifier {
    let app = try fields.appIdentifier("app")
    guard apps[app] != nil else {
      throw fields.fault("app", "\"\(app.rawValue)\" is none of the scenario's apps")
    }
    return app
  }

  private func key(_ fields: Fields) throws(ScenarioError) -> RequestKey {
    RequestKey(app: try app(fields), task: TaskIdentifier(try fields.text("task")))
  }

  private mutating func update(_ fields: Fields) throws(ScenarioError) -> AppSetup {
    let app = try app(fields)
    let facts = try Fields(fields.value("to"), at: fields.path("to"))
    try facts.allow(AppSetup.buildKeys, in: "of a build")
    guard var setup = apps[app] else { throw fields.fault("app", "unknown") }
    try setup.take(facts)
    setup.facts.build = "\((Int(setup.facts.build) ?? 1) + 1)"
    apps[app] = setup
    return setup
  }

  private mutating func submission(_ fields: Fields) throws(ScenarioError) -> Submission {
    let key = try key(fields)
    let script = apps[key.app]?.script.tasks[key.task]
    let given = try fields.has("kind") ? fields.word("kind", KindWord.self).kind : nil
    guard let kind = given ?? script?.kind else {
      throw fields.fault("task", "\(key.app.rawValue) has no such task; give the \"kind\" as well")
    }
    let label = try fields.has("as") ? fields.text("as") : nil
    if let label, !labels.insert(label).inserted {
      throw fields.fault("as", "another submission is called \"\(label)\" already")
    }
    return Submission(
      key: key,
      kind: kind,
      conditions: try fields.has("requires")
        ? fields.conditions("requires") : script?.conditions ?? [],
      after: try fields.optional("after", fields.duration),
      strategy: try fields.has("strategy")
        ? fields.word("strategy", StrategyWord.self).strategy
        : .queue,
      label: label
    )
  }
}

private enum StrategyWord: String, CaseIterable {
  case queue
  case fail

  var strategy: ContinuedDetails.Strategy {
    switch self {
    case .queue: .queue
    case .fail: .fail
    }
  }
}

/// The words of the timeline.
private enum DeedWord: String, CaseIterable {
  case power
  case network
  case battery
  case inUse
  case lowPower
  case refresh
  case clock
  case reboot
  case pressure
  case open
  case leave
  case quit
  case kill
  case update
  case submit
  case cancel
  case cancelAll
  case launch
  case expire
  case stop
  case push
  case transfer

  /// What an event of the word has beside `at` and `do`.
  var keys: [String] {
    switch self {
    case .power, .network, .battery, .inUse, .lowPower: ["to"]
    case .refresh: ["to", "app"]
    case .clock: ["by"]
    case .reboot: ["takes"]
    case .pressure: []
    case .open, .leave, .quit, .kill: ["app"]
    case .update: ["app", "to"]
    case .submit: ["app", "task", "after", "strategy", "kind", "requires", "as"]
    case .cancel, .cancelAll, .launch, .expire, .stop: ["app", "task"]
    case .push: ["app", "id"]
    case .transfer: ["app", "session", "ids", "takes"]
    }
  }
}
