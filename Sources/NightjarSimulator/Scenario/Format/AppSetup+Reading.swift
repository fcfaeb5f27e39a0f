// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Reading an app and what its code does.

extension AppSetup {
  /// The keys of an app that a new build can change.
  static let buildKeys = [
    "permitted", "modes", "registers", "tasks", "pushWork", "onTransfersDone",
  ]

  init(_ fields: Fields) throws(ScenarioError) {
    try fields.allow(["id", "lastOpened", "habits"] + Self.buildKeys)
    let app = try fields.appIdentifier("id")
    facts = AppFacts(
      identifier: app,
      bundleIdentifier: app.rawValue,
      name: app.rawValue,
      build: "1"
    )
    if fields.has("lastOpened") { lastOpened = try fields.duration("lastOpened") }
    for (index, text) in try (fields.has("habits") ? fields.texts("habits") : []).enumerated() {
      guard let time = TimeSpan(scenarioMoment: "0 \(text)") else {
        throw fields.fault("habits[\(index)]", "\"\(text)\" is no time of day; write \"07:30\"")
      }
      habits.append(time)
    }
    try take(fields)
  }

  /// Takes over what a file says of a build.
  mutating func take(_ fields: Fields) throws(ScenarioError) {
    if fields.has("permitted") { facts.permittedIdentifiers = try fields.texts("permitted") }
    if fields.has("modes") { facts.backgroundModes = Set(try fields.texts("modes")) }
    if fields.has("registers") {
      registers = Set(try fields.texts("registers").map { TaskIdentifier($0) })
    }
    if fields.has("tasks") { script.tasks = try Self.tasks(fields) }
    if fields.has("pushWork") { script.pushWork = try fields.duration("pushWork") }
    if fields.has("onTransfersDone") {
      let chain = try Fields(
        fields.value("onTransfersDone"),
        at: fields.path("onTransfersDone")
      )
      try chain.allow(["start", "takes"])
      script.chain = AppScript.TransferChain(
        count: try chain.count("start"),
        takes: try chain.duration("takes")
      )
    }
    script.registers = registers ?? Set(script.tasks.keys)
  }

  private static func tasks(
    _ fields: Fields
  ) throws(ScenarioError) -> [TaskIdentifier: TaskScript] {
    guard case .object(let values) = try fields.value("tasks") else {
      throw fields.fault("tasks", "an object is needed: identifier to behaviour")
    }
    var tasks: [TaskIdentifier: TaskScript] = [:]
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let place = "\(fields.path("tasks")).\"\(name)\""
      tasks[TaskIdentifier(name)] = try TaskScript(Fields(value, at: place))
    }
    return tasks
  }
}

/// The kinds of work that scenarios know.
enum KindWord: String, CaseIterable {
  case refresh
  case processing
  case continued

  var kind: TaskKind {
    switch self {
    case .refresh: .refresh
    case .processing: .processing
    case .continued: .continued
    }
  }
}

private enum RequirementWord: String, CaseIterable {
  case network
  case power
}

private enum ExpiryWord: String, CaseIterable {
  case complete
  case ignore
  case none
}

private enum ResubmissionWord: String, CaseIterable {
  case start
  case end
}

extension Fields {
  func conditions(_ key: String) throws(ScenarioError) -> Conditions {
    var conditions: Conditions = []
    for word in try words(key, RequirementWord.self) {
      switch word {
      case .network: conditions.insert(.network)
      case .power: conditions.insert(.externalPower)
      }
    }
    return conditions
  }
}

extension TaskScript {
  init(_ fields: Fields) throws(ScenarioError) {
    try fields.allow([
      "kind", "requires", "work", "success", "onExpire", "stopTakes", "next", "progress", "crashes",
    ])
    self.init(kind: try fields.word("kind", KindWord.self).kind)
    if fields.has("requires") { conditions = try fields.conditions("requires") }
    if fields.has("work") {
      work = try fields.value("work") == "never" ? nil : fields.duration("work")
    }
    if fields.has("success") { success = try fields.flag("success") }
    let stopTakes = try fields.optional("stopTakes", fields.duration) ?? .seconds(1)
    expiry =
      switch try fields.optional(
        "onExpire",
        { key throws(ScenarioError) in
          try fields.word(key, ExpiryWord.self)
        }
      ) ?? .complete {
      case .complete: .completes(after: stopTakes)
      case .ignore: .isIgnored
      case .none: .hasNoHandler
      }
    if fields.has("next") { next = try Self.next(fields) }
    if fields.has("progress"), try fields.value("progress") != "none" {
      pace = try Self.pace(fields)
    }
    if fields.has("crashes") {
      crashes = try fields.value("crashes") == "always" ? .max : fields.count("crashes")
    }
  }

  private static func next(_ fields: Fields) throws(ScenarioError) -> Resubmission {
    let next = try Fields(fields.value("next"), at: fields.path("next"))
    try next.allow(["when", "after"])
    return Resubmission(
      isAtStart: try next.word("when", ResubmissionWord.self) == .start,
      after: try next.optional("after", next.duration)
    )
  }

  private static func pace(_ fields: Fields) throws(ScenarioError) -> Pace {
    let pace = try Fields(fields.value("progress"), at: fields.path("progress"))
    try pace.allow(["every", "step"])
    let interval = try pace.duration("every")
    let step = try pace.number("step")
    guard interval > .zero else { throw pace.fault("every", "more than no time is needed") }
    guard (0...1).contains(step) else {
      throw pace.fault("step", "a part of the whole is needed, from 0 to 1, not \(step)")
    }
    return Pace(interval: interval, step: Int(step * 1_000_000 + 0.5))
  }
}
