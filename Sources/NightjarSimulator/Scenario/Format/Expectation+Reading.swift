// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Reading what must be true.

extension Expectation {
  /// Reads one expectation.
  ///
  /// - Parameters:
  ///   - fields: The object of the file.
  ///   - apps: The scenario's apps, which it may name.
  ///   - labels: What the timeline's submissions are called.
  /// - Throws: `ScenarioError` when it is none.
  init(
    _ fields: Fields,
    apps: Set<AppIdentifier>,
    labels: Set<String>
  ) throws(ScenarioError) {
    let word = try fields.word("that", ClaimWord.self)
    try fields.allow(["that", "note"] + word.keys, in: "for \"\(word.rawValue)\"")
    note = try fields.has("note") ? fields.text("note") : nil
    for key in ["app", "pushesTo"] where fields.has(key) {
      let app = try fields.text(key)
      guard apps.contains(AppIdentifier(app)) else {
        throw fields.fault(key, "\"\(app)\" is none of the scenario's apps")
      }
    }
    if word == .submitted, !labels.contains(try fields.text("as")) {
      throw fields.fault("as", "no submission of the timeline is called that")
    }
    claim = try Self.claim(word, fields)
    let subjects = ["task", "app", "pushesTo"].filter { word.keys.contains($0) && fields.has($0) }
    subject = try subjects.first.map { key throws(ScenarioError) in try fields.text(key) }
  }

  private static func claim(_ word: ClaimWord, _ fields: Fields) throws(ScenarioError) -> Claim {
    switch word {
    case .runs: .runs(task: try fields.text("task"), try Bounds(fields), try Window(fields))
    case .notBefore: try notBefore(fields)
    case .spacing: try spacing(fields)
    case .submitted:
      .submitted(label: try fields.text("as"), results: try fields.words("result"))
    case .pending: try pending(fields)
    case .ended: try ended(fields)
    case .expirationCalls: .expirationCalls(task: try fields.text("task"), try Bounds(fields))
    case .killed: .killed(app: try fields.text("app"), try Bounds(fields), try Window(fields))
    case .wakes: try wakes(fields)
    case .delivered: try delivered(fields)
    case .transfer:
      .transfer(
        identifier: try fields.text("id"),
        try fields.word("state"),
        startsWithin: try fields.optional("startsWithin", fields.duration)
      )
    case .waitsGrow: try waitsGrow(fields)
    case .order: .order(first: try pattern("first", fields), then: try pattern("then", fields))
    case .why:
      .why(
        task: try fields.text("task"),
        at: try fields.moment("at"),
        mentions: try reasons("mentions", fields),
        not: try reasons("not", fields)
      )
    }
  }

  private static func wakes(_ fields: Fields) throws(ScenarioError) -> Claim {
    .wakes(
      app: try fields.text("app"),
      try fields.word("for"),
      try Bounds(fields),
      try Window(fields)
    )
  }

  private static func delivered(_ fields: Fields) throws(ScenarioError) -> Claim {
    .delivered(
      app: try fields.text("app"),
      try Bounds(fields),
      try Window(fields),
      only: try fields.has("only") ? fields.texts("only") : nil
    )
  }

  private static func waitsGrow(_ fields: Fields) throws(ScenarioError) -> Claim {
    let count = try fields.count("count")
    guard count > 0 else { throw fields.fault("count", "at least one wait is needed") }
    return .waitsGrow(
      session: try fields.text("session"),
      by: try fields.number("by"),
      count: count
    )
  }

  private static func notBefore(_ fields: Fields) throws(ScenarioError) -> Claim {
    let claim = Claim.notBefore(
      task: try fields.text("task"),
      at: try fields.optional("at", fields.moment),
      wall: try fields.optional("wall", fields.wallTime)
    )
    guard fields.has("at") || fields.has("wall") else {
      throw ScenarioError(fields.place, "give \"at\", a moment, or \"wall\", a date")
    }
    return claim
  }

  private static func spacing(_ fields: Fields) throws(ScenarioError) -> Claim {
    let span = try fields.duration("atLeast")
    guard fields.has("task") != fields.has("pushesTo") else {
      throw ScenarioError(fields.place, "give either \"task\" or \"pushesTo\"")
    }
    return fields.has("task")
      ? .taskSpacing(task: try fields.text("task"), atLeast: span)
      : .pushSpacing(app: try fields.text("pushesTo"), atLeast: span)
  }

  private static func pending(_ fields: Fields) throws(ScenarioError) -> Claim {
    guard fields.has("tasks") || fields.has("count") else {
      throw ScenarioError(fields.place, "give \"tasks\", a list, or \"count\"")
    }
    return .pending(
      app: try fields.text("app"),
      at: try fields.moment("at"),
      tasks: try fields.has("tasks") ? fields.texts("tasks") : nil,
      count: try fields.optional("count", fields.count)
    )
  }

  private static func ended(_ fields: Fields) throws(ScenarioError) -> Claim {
    var within: [TimeSpan] = []
    if fields.has("within") {
      for text in try fields.texts("within") {
        guard let span = TimeSpan(scenario: text) else {
          throw fields.fault("within", "\"\(text)\" is no duration; write [\"12s\", \"14s\"]")
        }
        within.append(span)
      }
      guard within.count == 2 else {
        throw fields.fault("within", "two durations are needed, not \(within.count)")
      }
      guard within[0] <= within[1] else {
        throw fields.fault("within", "the shorter duration comes first")
      }
    }
    let run = try fields.count("run")
    guard run > 0 else { throw fields.fault("run", "runs are counted from 1") }
    return .ended(
      task: try fields.text("task"),
      run: run,
      ways: try fields.words("as"),
      least: within.first,
      most: within.last
    )
  }

  private static func pattern(
    _ key: String,
    _ fields: Fields
  ) throws(ScenarioError) -> [String: JSONValue] {
    guard case .object(let pattern) = try fields.value(key), !pattern.isEmpty else {
      throw fields.fault(key, "a pattern is needed, such as {\"event\": \"start\"}")
    }
    return pattern
  }

  private static func reasons(_ key: String, _ fields: Fields) throws(ScenarioError) -> [String] {
    guard fields.has(key) else { return [] }
    let reasons = try fields.texts(key)
    for reason in reasons where !Reason.names.contains(reason) {
      let known = Reason.names.joined(separator: ", ")
      throw fields.fault(key, "unknown reason \"\(reason)\"; one of: \(known)")
    }
    return reasons
  }
}

extension Bounds {
  init(_ fields: Fields) throws(ScenarioError) {
    least = try fields.optional("min", fields.count)
    most = try fields.optional("max", fields.count)
    if let least, let most, least > most {
      throw fields.fault("min", "at least \(least) and at most \(most) cannot both be true")
    }
  }
}

extension Window {
  init(_ fields: Fields) throws(ScenarioError) {
    self.init()
    if fields.has("from") { from = try fields.moment("from") }
    if fields.has("to") { to = try fields.moment("to") }
    guard from < to else {
      throw fields.fault("to", "nothing can be seen in a time that ends before it has begun")
    }
  }
}

/// The words for what must be true.
private enum ClaimWord: String, CaseIterable {
  case runs
  case notBefore
  case spacing
  case submitted
  case pending
  case ended
  case expirationCalls
  case killed
  case wakes
  case delivered
  case transfer
  case waitsGrow
  case order
  case why

  /// What an expectation of the word has beside `that` and `note`.
  var keys: [String] {
    let bounds = ["min", "max"]
    let window = ["from", "to"]
    return switch self {
    case .runs: ["task"] + bounds + window
    case .notBefore: ["task", "at", "wall"]
    case .spacing: ["task", "pushesTo", "atLeast"]
    case .submitted: ["as", "result"]
    case .pending: ["app", "at", "tasks", "count"]
    case .ended: ["task", "run", "as", "within"]
    case .expirationCalls: ["task"] + bounds
    case .killed: ["app"] + bounds + window
    case .wakes: ["app", "for"] + bounds + window
    case .delivered: ["app", "only"] + bounds + window
    case .transfer: ["id", "state", "startsWithin"]
    case .waitsGrow: ["session", "by", "count"]
    case .order: ["first", "then"]
    case .why: ["task", "at", "mentions", "not"]
    }
  }
}
