// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// One line of the trace: what happened when, with the words that scenarios use.
package struct TraceEntry: Hashable, Sendable {
  /// The time elapsed since the start.
  package var at: TimeSpan

  /// What the device's clock showed.
  package var wall: WallTime

  /// The word of the event.
  package var event: String

  /// Everything else about it, with its names.
  package var facts: [String: JSONValue]

  /// Whether it is a deed of the user or the world, which the printed trace leaves out.
  package var isDeed = false

  /// The whole entry as JSON.
  package var json: JSONValue {
    var all = facts
    all["at"] = .text(at.scenarioMoment)
    all["wall"] = .text(wall.rfc3339)
    all["event"] = .text(event)
    return .object(all)
  }

  /// Whether everything that a pattern names is so.
  func matches(_ pattern: [String: JSONValue]) -> Bool {
    pattern.allSatisfy { key, value in
      switch key {
      case "event": value == .text(event)
      case "at": value == .text(at.scenarioMoment)
      case "wall": value == .text(wall.rfc3339)
      // Something that an entry does not say is nothing.
      default: (facts[key] ?? .null) == value
      }
    }
  }

  func text(_ key: String) -> String? {
    if case .text(let text) = facts[key] { text } else { nil }
  }
}

extension TraceEntry {
  /// Puts what happened on a device into the words of scenarios.
  init(_ happening: Happening, since start: Instant) {
    at = happening.at - start
    wall = happening.wall
    (event, facts) = Self.words(for: happening.event)
    if case .deed = happening.event { isDeed = true }
  }

  private static func words(for event: HappeningEvent) -> (String, [String: JSONValue]) {
    switch event {
    case .submitted(let key, let label, let result):
      let word: JSONValue = .text(result.word)
      return ("submit", facts(key, ["as": label.map { .text($0) } ?? .null, "result": word]))
    case .dropped(let key, let cause): return ("drop", facts(key, ["why": .text(cause.rawValue)]))
    case .woken(let app, let cause, let isCold):
      return (
        "wake",
        ["app": .text(app.rawValue), "for": .text(cause.rawValue), "cold": .bool(isCold)]
      )
    case .started(let run): return ("start", facts(run, [:]))
    case .expired(let run, let reason, let wasCalled):
      return ("expire", facts(run, ["called": .bool(wasCalled), "reason": .text(reason.name)]))
    case .ended(let run, let outcome, let success):
      let word = JSONValue.text(outcome.state.rawValue)
      return ("end", facts(run, ["as": word, "success": .bool(success)]))
    case .killed(let app): return ("kill", ["app": .text(app.rawValue)])
    case .crashed(let app): return ("crash", ["app": .text(app.rawValue)])
    case .quarantined(let key): return ("quarantine", facts(key, [:]))
    case .push(let app, let identifier, let fate):
      return (
        "push",
        [
          "app": .text(app.rawValue), "id": .text(identifier), "outcome": .text(fate.rawValue),
        ]
      )
    case .transfer(let transfer, let step): return ("transfer", facts(transfer, step))
    case .deed(let word, let app):
      return (word, app.map { ["app": .text($0.rawValue)] } ?? [:])
    }
  }

  private static func facts(
    _ key: RequestKey,
    _ more: [String: JSONValue]
  ) -> [String: JSONValue] {
    var facts = more
    facts["app"] = .text(key.app.rawValue)
    facts["task"] = .text(key.task.rawValue)
    return facts
  }

  private static func facts(_ run: TaskRun, _ more: [String: JSONValue]) -> [String: JSONValue] {
    var facts = facts(run.key, more)
    facts["run"] = .number(Double(run.ordinal))
    return facts
  }

  private static func facts(_ transfer: Transfer, _ step: TransferStep) -> [String: JSONValue] {
    var facts: [String: JSONValue] = [
      "app": .text(transfer.key.app.rawValue), "session": .text(transfer.key.session),
      "id": .text(transfer.key.identifier), "state": .text(step.rawValue),
    ]
    if step == .created { facts["background"] = .bool(transfer.isFromBackground) }
    return facts
  }
}

extension SubmissionResult {
  /// The word that scenarios use.
  var word: String {
    switch self {
    case .accepted: return ResultWord.ok.rawValue
    case .trapped: return ResultWord.exception.rawValue
    case .refused(let error):
      let words: [SubmissionError.Code: ResultWord] = [
        .unavailable: .unavailable, .tooManyPendingTaskRequests: .tooManyPendingTaskRequests,
        .notPermitted: .notPermitted, .immediateRunIneligible: .immediateRunIneligible,
      ]
      return words[error.code]?.rawValue ?? "code \(error.code.rawValue)"
    }
  }
}
