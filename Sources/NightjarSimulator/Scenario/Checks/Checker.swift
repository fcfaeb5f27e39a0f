// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Checks expectations against a trace, and nothing but the trace: anyone can do it again.
struct Checker {
  let trace: [TraceEntry]
  let answers: [Int: [String]]

  /// Checks the expectation that has a place in `expect`.
  func check(_ claim: Claim, at index: Int) -> CheckResult {
    switch claim {
    case .runs(let task, let bounds, let window):
      bounds.check(moments("start", ["task": .text(task)], in: window), "run")
    case .notBefore(let task, let at, let wall): notBefore(task, at, wall)
    case .taskSpacing(let task, let span):
      spacing(moments("start", ["task": .text(task)]), span)
    case .pushSpacing(let app, let span):
      spacing(moments("push", ["app": .text(app), "outcome": "delivered"]), span)
    case .submitted(let label, let results): submitted(label, results)
    case .pending(let app, let at, let tasks, let count): pending(app, at, tasks, count)
    case .ended(let task, let run, let ways, let least, let most):
      ended(task, run, ways, least, most)
    case .expirationCalls(let task, let bounds):
      bounds.check(moments("expire", ["task": .text(task), "called": true]), "call")
    case .killed(let app, let bounds, let window):
      bounds.check(moments("kill", ["app": .text(app)], in: window), "kill")
    case .wakes(let app, let cause, let bounds, let window):
      bounds.check(
        moments("wake", ["app": .text(app), "for": .text(cause.rawValue)], in: window),
        "wake"
      )
    case .delivered(let app, let bounds, let window, let only):
      delivered(app, bounds, window, only)
    case .transfer(let identifier, let state, let span): transfer(identifier, state, span)
    case .waitsGrow(let session, let factor, let count): waitsGrow(session, factor, count)
    case .order(let first, let then): order(first, then)
    case .why(_, _, let mentions, let not): why(answers[index] ?? [], mentions, not)
    }
  }

  private func entries(
    _ event: String,
    _ facts: [String: JSONValue],
    in window: Window = Window()
  ) -> [TraceEntry] {
    trace.filter { entry in
      entry.event == event && window.from <= entry.at && entry.at < window.to
        && !entry.isDeed && entry.matches(facts)
    }
  }

  private func moments(
    _ event: String,
    _ facts: [String: JSONValue],
    in window: Window = Window()
  ) -> [TimeSpan] {
    entries(event, facts, in: window).map(\.at)
  }
}

// MARK: - One function for each claim

extension Checker {
  private func notBefore(_ task: String, _ at: TimeSpan?, _ wall: WallTime?) -> CheckResult {
    let starts = entries("start", ["task": .text(task)])
    let early = starts.first { start in
      at.map { start.at < $0 } == true || wall.map { start.wall < $0 } == true
    }
    if let early {
      return CheckResult(
        false,
        "a start at \(early.at.scenarioMoment), \(early.wall.rfc3339) by the device's clock"
      )
    }
    let first = starts.first.map { "the first start at \($0.at.scenarioMoment)" }
    return CheckResult(true, first ?? "no start")
  }

  private func spacing(_ moments: [TimeSpan], _ least: TimeSpan) -> CheckResult {
    let pairs = Array(zip(moments, moments.dropFirst()))
    if let close = pairs.first(where: { $1 - $0 < least }) {
      let gap = (close.1 - close.0).scenarioDuration
      return CheckResult(
        false,
        "\(close.0.scenarioMoment) and \(close.1.scenarioMoment) are \(gap) apart"
      )
    }
    let gap = pairs.map { $1 - $0 }.min().map { ", \($0.scenarioDuration) apart at least" } ?? ""
    return CheckResult(true, "\(moments.count) in all\(gap)")
  }

  private func submitted(_ label: String, _ results: [ResultWord]) -> CheckResult {
    let found = entries("submit", ["as": .text(label)])
    guard let result = found.first?.text("result") else {
      return CheckResult(false, "no submission of that name")
    }
    return CheckResult(results.contains { $0.rawValue == result }, result)
  }

  private func pending(
    _ app: String,
    _ at: TimeSpan,
    _ tasks: [String]?,
    _ count: Int?
  ) -> CheckResult {
    var names: [String] = []
    for entry in trace where entry.at <= at && entry.text("app") == app {
      guard let task = entry.text("task") else { continue }
      switch entry.event {
      case "submit" where entry.text("result") == ResultWord.ok.rawValue:
        if !names.contains(task) { names.append(task) }
      case "drop", "start": names.removeAll { $0 == task }
      default: break
      }
    }
    let isRight = tasks.map { $0.sorted() == names.sorted() } ?? true
    let isNumber = count.map { $0 == names.count } ?? true
    let seen = names.isEmpty ? "nothing pending" : "pending: \(names.joined(separator: ", "))"
    return CheckResult(isRight && isNumber, seen)
  }

  private func ended(
    _ task: String,
    _ run: Int,
    _ ways: [EndWord],
    _ least: TimeSpan?,
    _ most: TimeSpan?
  ) -> CheckResult {
    let facts: [String: JSONValue] = ["task": .text(task), "run": .number(Double(run))]
    guard let start = entries("start", facts).first else {
      return CheckResult(false, "run \(run) never started")
    }
    guard let end = entries("end", facts).first, let way = end.text("as") else {
      return CheckResult(false, "run \(run) never ended")
    }
    let took = end.at - start.at
    let isInTime = (least.map { took >= $0 } ?? true) && (most.map { took <= $0 } ?? true)
    let isRight = ways.contains { $0.rawValue == way }
    return CheckResult(isRight && isInTime, "\(way) after \(took.scenarioDuration)")
  }

  private func delivered(
    _ app: String,
    _ bounds: Bounds,
    _ window: Window,
    _ only: [String]?
  ) -> CheckResult {
    let found = entries("push", ["app": .text(app), "outcome": "delivered"], in: window)
    if let only, let other = found.first(where: { !only.contains($0.text("id") ?? "") }) {
      let name = other.text("id") ?? ""
      return CheckResult(false, "\(name) was delivered at \(other.at.scenarioMoment)")
    }
    return bounds.check(found.map(\.at), "push")
  }

  private func order(
    _ first: [String: JSONValue],
    _ then: [String: JSONValue]
  ) -> CheckResult {
    let events = trace.filter { !$0.isDeed }
    guard let second = events.first(where: { $0.matches(then) }) else {
      return CheckResult(false, "the second never happened")
    }
    let before = events.first { $0.matches(first) }
    guard let before, before.at <= second.at else {
      let other = before.map { "at \($0.at.scenarioMoment)" } ?? "never"
      return CheckResult(false, "the second at \(second.at.scenarioMoment), the first \(other)")
    }
    return CheckResult(true, "\(before.at.scenarioMoment), then \(second.at.scenarioMoment)")
  }

  private func why(_ reasons: [String], _ mentions: [String], _ not: [String]) -> CheckResult {
    let isComplete = mentions.allSatisfy { reasons.contains($0) }
    let isClean = !not.contains { reasons.contains($0) }
    let seen = reasons.isEmpty ? "no reasons" : reasons.joined(separator: ", ")
    return CheckResult(isComplete && isClean, seen)
  }

  private func transfer(
    _ identifier: String,
    _ state: TransferWord,
    _ startsWithin: TimeSpan?
  ) -> CheckResult {
    let found = entries("transfer", ["id": .text(identifier)])
    guard let last = found.last?.text("state") else {
      return CheckResult(false, "no such transfer")
    }
    let words = ["created": "waiting", "started": "running"]
    let seen = words[last] ?? last
    let isRight = seen == state.rawValue
    guard let startsWithin else { return CheckResult(isRight, seen) }
    let created = found.first { $0.text("state") == TransferStep.created.rawValue }
    let started = found.first { $0.text("state") == TransferStep.started.rawValue }
    guard let created, let started else {
      return CheckResult(false, "\(seen), never began")
    }
    let wait = started.at - created.at
    return CheckResult(
      isRight && wait <= startsWithin,
      "\(seen), began after \(wait.scenarioDuration)"
    )
  }

  private func waitsGrow(_ session: String, _ factor: Double, _ count: Int) -> CheckResult {
    let created = entries(
      "transfer",
      ["session": .text(session), "state": "created", "background": true]
    )
    let waits = created.compactMap { made -> TimeSpan? in
      let starts = entries("transfer", ["id": made.facts["id"] ?? .null, "state": "started"])
      return starts.first { $0.at >= made.at }.map { $0.at - made.at }
    }
    guard waits.count >= count else {
      return CheckResult(false, "only \(waits.count) began that were made in the background")
    }
    let first = waits.prefix(count)
    // A timer may ring a little late, which shortens the next wait's lead.
    let grows = zip(first, first.dropFirst()).allSatisfy { before, after in
      after.inSeconds >= factor * before.inSeconds * 0.98
    }
    let isAbove = first.last.map { $0 > .zero } ?? false
    return CheckResult(
      grows && isAbove,
      "waits of " + first.map(\.scenarioDuration).joined(separator: ", ")
    )
  }
}
