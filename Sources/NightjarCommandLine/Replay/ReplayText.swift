// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSimulator

/// What a replay tells a person.
struct ReplayText {
  let session: Session
  private let times: TimeWords

  init(_ session: Session) {
    self.session = session
    times = session.times
  }

  func sentence(for outcome: ReplayOutcome) -> String {
    let events = outcome.events == 1 ? "1 event" : "\(outcome.events) events"
    let span = "from \(times.local(outcome.from)) to \(times.local(outcome.through))"
    guard let found = outcome.difference else {
      return "\(events) \(span): all decided as recorded.\n"
    }
    let difference = found.difference
    let place = difference.firstDifferent
    func line(_ what: String, _ decisions: [String]) -> String {
      let text = place < decisions.count ? Printable.text(decisions[place]) : "nothing more"
      return Wrap.paragraph("\(what): \(text)", width: width, indent: 2, hanging: 2)
    }
    let recorded = difference.recorded
    return "Line \(found.line), at \(times.local(found.wall)), is decided differently.\n"
      + Wrap.paragraph("event: \(recorded.event.decisionText)", width: width, indent: 2, hanging: 2)
      + line("recorded", recorded.decisions) + line("replayed", difference.decisions)
  }

  func write(_ answer: WhatIf, _ settings: [String]) throws {
    let again = answer.beginnings - 1
    let gaps =
      again == 0 ? "" : "; the record begins anew \(again == 1 ? "once" : "\(again) times")"
    let span = "from \(times.local(answer.from)) to \(times.local(answer.through))"
    try session.write("What if \(settings.joined(separator: " ")), \(span)\(gaps):\n\n")
    guard !answer.tasks.isEmpty else { return try session.write("No task was there.\n") }
    let headings = ["TASK", "RECORDED", "REPLAYED", "WHAT IF", "FIRST DIFFERENCE"]
    try session.write(answer.tasks, headings: headings, indent: 2, row: row)
  }

  private var width: Int { session.output.size.columns }

  private func row(_ task: WhatIf.Task) -> Table.Row {
    let runs = [task.recorded, task.unchanged, task.changed].map(\.count)
    let words = ["recorded", "replayed", "what if"]
    return Table.Row(
      cells: [Table.Cell(task.key.task.rawValue)]
        + zip(runs, words).map { Table.Cell("\($0)", alone: "\($1) \($0)") }
        + [Table.Cell(change(of: task), task.first == nil ? .dim : .yellow)],
      notes: {
        task.reasons.map { reason in
          Table.Cell(
            "waits at the end: \(reason.name); needed: \(times.localized(reason.needed)); "
              + "seen: \(times.localized(reason.seen))",
            .dim
          )
        }
      },
      group: task.key.app.rawValue
    )
  }

  private func change(of task: WhatIf.Task) -> String {
    guard let first = task.first else { return "none" }
    let before = first.before.map(times.local) ?? "not at all"
    let after = first.after.map(times.local) ?? "never"
    let moved = task.moved
    var parts = ["\(before) → \(after)"]
    if moved.earlier > 0 { parts.append("\(moved.earlier) earlier") }
    if moved.later > 0 { parts.append("\(moved.later) later") }
    return parts.joined(separator: ", ")
  }
}

extension JSONText {
  init(_ outcome: ReplayOutcome) {
    self = [
      "same": .flag(outcome.difference == nil),
      "from": .text(outcome.from.rfc3339),
      "through": .text(outcome.through.rfc3339),
      "events": .number(outcome.events),
      "difference": outcome.difference.map(JSONText.init) ?? .null,
    ]
  }

  private init(_ found: ReplayOutcome.Difference) {
    let difference = found.difference
    self = [
      "line": .number(found.line),
      "at": .text(found.wall.rfc3339),
      "event": .text(difference.recorded.event.decisionText),
      "recorded": .list(difference.recorded.decisions.map { .text($0) }),
      "replayed": .list(difference.decisions.map { .text($0) }),
      "firstDifferent": .number(difference.firstDifferent),
    ]
  }

  init(_ answer: WhatIf) {
    self = [
      "same": .flag(answer.isSame),
      "from": .text(answer.from.rfc3339),
      "through": .text(answer.through.rfc3339),
      "beginnings": .number(answer.beginnings),
      "tasks": .list(answer.tasks.map(JSONText.init)),
    ]
  }

  private init(_ task: WhatIf.Task) {
    func moments(_ starts: [WallTime]) -> JSONText { .list(starts.map { .text($0.rfc3339) }) }
    self = [
      "app": .text(task.key.app.rawValue),
      "task": .text(task.key.task.rawValue),
      "recorded": moments(task.recorded),
      "replayed": moments(task.unchanged),
      "whatIf": moments(task.changed),
      "earlier": .number(task.moved.earlier),
      "later": .number(task.moved.later),
      "reasons": .list(
        task.reasons.map { reason in
          [
            "reason": .text(reason.name),
            "seen": .text(reason.seen),
            "needed": .text(reason.needed),
            "clearsAt": .optional(reason.clearsAt?.rfc3339),
          ]
        }
      ),
    ]
  }
}
