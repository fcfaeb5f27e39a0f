// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// The report for people: what must be true, what was seen, and the story behind what failed.

extension ScenarioReport {
  /// The lines of the report.
  package var text: String {
    var lines = [scenario.name, "  \(scenario.rule)", ""]
    for (expectation, result) in zip(scenario.expectations, results) {
      let mark = result.isSatisfied ? "ok  " : "FAIL"
      lines.append("\(mark)  \(expectation.words)")
      lines.append("      seen: \(result.seen)")
      if let note = expectation.note { lines.append("      note: \(note)") }
      if !result.isSatisfied { lines += story(of: expectation.subject) }
    }
    let failures = results.count { !$0.isSatisfied }
    lines.append("")
    lines.append("\(results.count - failures) hold, \(failures) do not")
    return lines.joined(separator: "\n") + "\n"
  }

  /// What happened to a task or app and to the device, shortened in the middle.
  private func story(of subject: String?) -> [String] {
    let names = [subject] + [owner(of: subject)]
    let entries = trace.filter { entry in
      guard subject != nil, let app = entry.text("app") else { return true }
      guard let task = entry.text("task") else { return names.contains(app) || entry.isDeed }
      return names.contains(task) || subject == app
    }
    let limit = 40
    guard entries.count > limit else { return entries.map(\.line) }
    let half = limit / 2
    return entries.prefix(half).map(\.line) + ["      … \(entries.count - limit) more …"]
      + entries.suffix(half).map(\.line)
  }

  private func owner(of task: String?) -> String? {
    guard let task else { return nil }
    return trace.first { $0.text("task") == task }?.text("app")
  }
}

extension TraceEntry {
  /// The entry as a line of a story.
  fileprivate var line: String {
    let main = ["task", "app"].compactMap { text($0) }.first
    let rest = facts.keys.sorted().filter { $0 != "task" && $0 != "app" }.compactMap { key in
      facts[key].flatMap { $0 == .null ? nil : "\(key) \($0.plain)" }
    }
    let words = [event] + [main].compactMap(\.self) + rest
    return "      \(at.scenarioMoment)  \(words.joined(separator: "  "))"
  }
}

extension JSONValue {
  /// The value without quotes.
  fileprivate var plain: String { if case .text(let text) = self { text } else { line } }
}

extension Expectation {
  /// The expectation as a sentence.
  var words: String {
    switch claim {
    case .runs(let task, let bounds, let window): "\(task) runs \(bounds.words)\(window.words)"
    case .notBefore(let task, let at, let wall):
      "\(task) does not start before "
        + [at?.scenarioMoment, wall?.rfc3339].compactMap(\.self).joined(separator: " and ")
    case .taskSpacing(let task, let span):
      "starts of \(task) are \(span.scenarioDuration) apart at least"
    case .pushSpacing(let app, let span):
      "pushes to \(app) are \(span.scenarioDuration) apart at least"
    case .submitted(let label, let results):
      "the submission \"\(label)\" gets \(results.map(\.rawValue).joined(separator: " or "))"
    case .pending(let app, let at, let tasks, let count):
      "\(app) at \(at.scenarioMoment) has pending "
        + (tasks.map { "exactly [\($0.joined(separator: ", "))]" } ?? "\(count ?? 0) requests")
    case .ended(let task, let run, let ways, let least, let most):
      "run \(run) of \(task) ends \(ways.map(\.rawValue).joined(separator: " or "))"
        + [
          least.map { " after \($0.scenarioDuration)" }, most.map { " to \($0.scenarioDuration)" },
        ]
        .compactMap(\.self).joined()
    case .expirationCalls(let task, let bounds):
      "the expiration handler of \(task) is called \(bounds.words)"
    case .killed(let app, let bounds, let window):
      "the system ends \(app) \(bounds.words)\(window.words)"
    case .wakes(let app, let cause, let bounds, let window):
      "\(app) is woken for \(cause.rawValue) \(bounds.words)\(window.words)"
    case .delivered(let app, let bounds, let window, let only):
      "pushes reach \(app) \(bounds.words)\(window.words)"
        + (only.map { ", only \($0.joined(separator: ", "))" } ?? "")
    case .transfer(let identifier, let state, let span):
      "transfer \(identifier) is \(state.rawValue)"
        + (span.map { ", begun within \($0.scenarioDuration)" } ?? "")
    case .waitsGrow(let session, let factor, let count):
      "the first \(count) waits of \(session) grow by \(factor)"
    case .order(let first, let then):
      "\(JSONValue.object(first).line) comes before \(JSONValue.object(then).line)"
    case .why(let task, let at, let mentions, let not):
      "\(task) at \(at.scenarioMoment) waits for [\(mentions.joined(separator: ", "))]"
        + (not.isEmpty ? "" : ", not for [\(not.joined(separator: ", "))]")
    }
  }
}

extension Bounds {
  fileprivate var words: String {
    switch (least, most) {
    case (nil, nil): "any number of times"
    case (let least?, nil): "at least \(least) times"
    case (nil, let most?): most == 0 ? "never" : "at most \(most) times"
    case (let least?, let most?):
      least == most ? "exactly \(least) times" : "\(least) to \(most) times"
    }
  }
}

extension Window {
  fileprivate var words: String {
    (from > .zero ? " from \(from.scenarioMoment)" : "")
      + (to < .max ? " until \(to.scenarioMoment)" : "")
  }
}
