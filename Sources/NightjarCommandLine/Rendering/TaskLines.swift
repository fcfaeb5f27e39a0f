// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// The words for one task in a list.
struct TaskLines {
  let times: TimeWords

  /// Whether moments are shown on the clock, since the list stays on the screen while time passes.
  var isClock = false

  static let headings = ["TASK", "KIND", "STATE", "WHEN"]

  func row(_ task: SchedulerInterface.Task) -> Table.Row {
    Table.Row(
      cells: [
        Table.Cell(task.task),
        Table.Cell(task.kind),
        Table.Cell(task.state, Paint.tone(ofState: task.state)),
        Table.Cell(when(task)),
      ],
      notes: { notes(task) },
      group: task.app
    )
  }

  private func when(_ task: SchedulerInterface.Task) -> String {
    if let ended = task.endedAt { return "ended \(moment(ended))" }
    if let started = task.startedAt { return "started \(moment(started))" }
    return "submitted \(moment(task.submittedAt))"
  }

  private func notes(_ task: SchedulerInterface.Task) -> [Table.Cell] {
    if !task.reasons.isEmpty {
      return task.reasons.map { Table.Cell("waits for \(sentence($0))", .yellow) }
    }
    if task.state == TaskState.pending.rawValue {
      return [Table.Cell("would start at once", .green)]
    }
    let end = [task.outcome, task.expirationReason.map { "taken back: \($0)" }]
      .compactMap(\.self)
    // An outcome that only repeats the state tells nothing.
    let isNews = end.count > 1 || end.first.map { $0 != task.state && $0 != "success" } ?? false
    let words = (isNews ? end : []) + [task.use.map(UseText.short)].compactMap(\.self)
    return words.isEmpty ? [] : [Table.Cell(words.joined(separator: ", "), .dim)]
  }

  private func sentence(_ reason: SchedulerInterface.Reason) -> String {
    // What is seen while a date is awaited is the time now, which everyone can see.
    let isDate = WallTime(rfc3339: reason.seen) != nil
    let now = isDate || reason.seen.isEmpty ? "" : " (now: \(times.localized(reason.seen)))"
    let clears = reason.clearsAt.map { ", clears \(moment($0))" } ?? ""
    return times.localized(reason.needed) + now + clears
  }

  private func moment(_ text: String) -> String {
    isClock ? times.local(text) : times.distance(to: text)
  }
}
