// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// What `why` tells a person.
struct WhyText {
  let times: TimeWords
  let paint: Paint
  let width: Int

  func paragraphs(for task: SchedulerInterface.Task) -> String {
    let state = paint(Paint.tone(ofState: task.state), Printable.text(task.state))
    let head =
      "\(paint(.bold, Printable.text(task.task))), \(Printable.text(task.kind)) of "
      + "\(Printable.text(task.app)), is \(state).\n"
    return head + Wrap.paragraph(history(of: task), width: width, indent: 0) + "\n" + body(of: task)
  }

  private func history(of task: SchedulerInterface.Task) -> String {
    var parts = ["Submitted \(moment(task.submittedAt))."]
    if let floor = task.earliestBeginDate { parts.append("Not before \(moment(floor)).") }
    if let start = task.startedAt {
      let run = task.run.map { " as run \($0)" } ?? ""
      parts.append("Started\(run) \(moment(start)).")
    }
    if let end = task.endedAt { parts.append("Ended \(moment(end)).") }
    if let outcome = task.outcome { parts.append("Outcome: \(Printable.text(outcome)).") }
    if let reason = task.expirationReason {
      parts.append("Taken back: \(Printable.text(reason)).")
    }
    if let use = task.use { parts.append("Used \(UseText.long(use)).") }
    return parts.joined(separator: " ")
  }

  private func body(of task: SchedulerInterface.Task) -> String {
    if task.reasons.isEmpty {
      return task.state == TaskState.pending.rawValue
        ? paint(.green, "Nothing holds it: it would start at once.") + "\n"
        : "Nothing holds it.\n"
    }
    let count = task.reasons.count
    return "It waits for \(count == 1 ? "one thing" : "\(count) things"):\n"
      + task.reasons.map(paragraph).joined()
  }

  private func paragraph(_ reason: SchedulerInterface.Reason) -> String {
    let clears =
      reason.clearsAt.map { "Clears by itself \(moment($0))." } ?? "Does not clear by itself."
    let sentence =
      "Needed: \(times.localized(reason.needed)). Seen: \(times.localized(reason.seen)). \(clears)"
    return "  \(paint(.yellow, Printable.text(reason.reason)))\n"
      + Wrap.paragraph(sentence, width: width, indent: 4)
  }

  private func moment(_ text: String) -> String {
    guard let wall = WallTime(rfc3339: text) else { return Printable.text(text) }
    return "at \(times.local(wall)) (\(times.distance(to: wall)))"
  }
}
