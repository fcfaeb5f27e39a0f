// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// The list of tasks, as a table, as names or as JSON.
struct TaskList {
  let session: Session

  func write(_ tasks: [SchedulerInterface.Task]) throws(OutputError) {
    if session.isJSON {
      try writeJSON(tasks)
    } else if session.invocation.has(TasksVerb.names) {
      for task in tasks { try session.write(Printable.text(task.task) + "\n") }
    } else if tasks.isEmpty {
      try session.write("No tasks.\n")
    } else {
      let lines = TaskLines(times: session.times)
      try session.write(
        Self.grouped(tasks),
        headings: TaskLines.headings,
        indent: 2,
        row: lines.row
      )
    }
  }

  /// The tasks of each app together, apps in order of name, tasks in the order of the daemon.
  static func grouped(_ tasks: [SchedulerInterface.Task]) -> [SchedulerInterface.Task] {
    // The index keeps the order of equals, which the standard library's sort does not promise.
    tasks.enumerated()
      .sorted { ($0.element.app, $0.offset) < ($1.element.app, $1.offset) }
      .map(\.element)
  }

  /// Writes one task after the other, so that a long list is not held as text as well.
  private func writeJSON(_ tasks: [SchedulerInterface.Task]) throws(OutputError) {
    try session.write("{\"tasks\":[")
    for (index, task) in tasks.enumerated() {
      try session.write((index > 0 ? "," : "") + JSONText(task).line)
    }
    try session.write("]}\n")
  }
}

extension JSONText {
  /// A task as design section 8 fixes it, with its run behind.
  init(_ task: SchedulerInterface.Task) {
    self = [
      "app": .text(task.app),
      "task": .text(task.task),
      "kind": .text(task.kind),
      "state": .text(task.state),
      "submittedAt": .text(task.submittedAt),
      "earliestBeginDate": .optional(task.earliestBeginDate),
      "reasons": .list(task.reasons.map(Self.init)),
      "run": .optional(task.run),
      "startedAt": .optional(task.startedAt),
      "endedAt": .optional(task.endedAt),
      "outcome": .optional(task.outcome),
      "expirationReason": .optional(task.expirationReason),
      "use": task.use.map(Self.init) ?? .null,
    ]
  }

  init(_ use: SchedulerInterface.Use) {
    self = [
      "cpuSeconds": .decimal(use.cpuSeconds),
      "readBytes": .optional(use.readBytes),
      "writtenBytes": .optional(use.writtenBytes),
      "networkBytesAtMost": .optional(use.networkBytesAtMost),
      "energyJoules": use.energyJoules.map(Self.decimal) ?? .null,
      "energySource": .text(use.energySource),
    ]
  }

  init(_ reason: SchedulerInterface.Reason) {
    self = [
      "reason": .text(reason.reason),
      "seen": .text(reason.seen),
      "needed": .text(reason.needed),
      "clearsAt": .optional(reason.clearsAt),
    ]
  }
}
