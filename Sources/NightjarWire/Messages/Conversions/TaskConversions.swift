// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

extension SchedulerInterface.Reason {
  /// Spells one thing that holds a request back.
  package init(_ reason: Reason) {
    self.init(
      reason: reason.name,
      seen: reason.seen,
      needed: reason.needed,
      clearsAt: reason.clearsAt?.rfc3339
    )
  }
}

extension SchedulerInterface.Task {
  /// Spells what waits or runs.
  package init(_ status: TaskStatus) {
    let request = status.pending.request
    self.init(
      app: request.key.app.rawValue,
      task: request.key.task.rawValue,
      kind: request.kind.rawValue,
      state: status.state.rawValue,
      submittedAt: status.pending.submittedAt.rfc3339,
      earliestBeginDate: request.earliestBegin?.rfc3339,
      reasons: status.reasons.map(SchedulerInterface.Reason.init),
      run: status.run.map { Int($0.rawValue) },
      startedAt: status.startedAt?.rfc3339,
      use: status.use.map(SchedulerInterface.Use.init)
    )
  }

  /// Spells what has ended.
  package init(_ entry: HistoryEntry) {
    self.init(
      app: entry.key.app.rawValue,
      task: entry.key.task.rawValue,
      kind: entry.kind.rawValue,
      state: entry.outcome.state.rawValue,
      submittedAt: entry.submittedAt.rfc3339,
      reasons: [],
      run: Int(entry.run.rawValue),
      startedAt: entry.startedAt.rfc3339,
      endedAt: entry.endedAt.rfc3339,
      outcome: entry.outcome.rawValue,
      expirationReason: entry.expiration?.name,
      use: entry.use.map(SchedulerInterface.Use.init)
    )
  }
}

extension SchedulerInterface.Use {
  /// Spells what a run has used.
  package init(_ use: ResourceUse) {
    self.init(
      cpuSeconds: use.cpu.inSeconds,
      readBytes: use.readBytes.map { Int($0) },
      writtenBytes: use.writtenBytes.map { Int($0) },
      networkBytesAtMost: use.networkBytesAtMost.map { Int($0) },
      energyJoules: use.energy.map { Double($0.microjoules) / 1e6 },
      energySource: use.energy?.source.rawValue ?? "cpuTime"
    )
  }
}

extension SchedulerInterface.SubmissionRefused {
  /// Spells a refusal.
  package init(_ error: SubmissionError) {
    self.init(
      code: error.code.rawValue,
      message: error.message,
      facts: error.facts.mapValues(FactValue.init)
    )
  }

  /// The refusal; a code from a newer daemon survives.
  package var submissionError: SubmissionError {
    SubmissionError(
      SubmissionError.Code(rawValue: code),
      message,
      facts: facts.mapValues(\.fact)
    )
  }
}

extension FactValue {
  init(_ fact: SubmissionError.Fact) {
    switch fact {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .texts(let texts): self = .texts(texts)
    }
  }

  var fact: SubmissionError.Fact {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .texts(let texts): .texts(texts)
    }
  }
}

extension DaemonInterface.Line {
  /// Spells a line about a task.
  package init(_ line: LogLine, at time: WallTime, level: String) {
    self.init(
      at: time.rfc3339,
      level: level,
      category: line.category,
      message: line.sentence,
      app: line.app?.rawValue,
      task: line.task?.rawValue
    )
  }
}
