// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Names a process so that a recycled process number is not mistaken for it.
package struct ProcessIdentity: Hashable, Sendable {
  /// The process number.
  package var pid: Int32

  /// When it started, in clock ticks since boot: field 22 of `/proc/<pid>/stat` (proc(5)).
  package var startTicks: UInt64

  /// Names a process.
  package init(pid: Int32, startTicks: UInt64) {
    self.pid = pid
    self.startTicks = startTicks
  }
}

/// How a process ended.
package enum ExitStatus: Hashable, Sendable {
  /// It called exit with this code.
  case exited(Int32)

  /// A signal of this number ended it.
  case signaled(Int32)

  /// It is gone; it was not our child, so nobody told us how.
  case unknown
}

/// One time that an app has a task in its hands.
package struct Run: Hashable, Sendable {
  /// Its number, which the app gives back on completion.
  package var number: RunNumber

  /// The request that it used up.
  package var consumed: PendingRequest

  /// The process that has it.
  package var process: ProcessIdentity

  /// When the daemon handed it over.
  package var startedAt: Instant

  /// The same moment on the wall clock.
  package var startedWall: WallTime

  /// When its time is used up; `nil` for a continued task, which has no limit (4.14).
  package var deadline: Instant?

  /// Whether a developer started it by hand; such a run costs no budget.
  package var isSimulated: Bool

  /// Makes the record of a run that begins.
  package init(
    number: RunNumber,
    consumed: PendingRequest,
    process: ProcessIdentity,
    startedAt: Instant,
    startedWall: WallTime,
    deadline: Instant?,
    isSimulated: Bool
  ) {
    self.number = number
    self.consumed = consumed
    self.process = process
    self.startedAt = startedAt
    self.startedWall = startedWall
    self.deadline = deadline
    self.isSimulated = isSimulated
  }

  /// Whose run it is.
  package var key: RequestKey { consumed.request.key }
}

/// A run that has ended, for the history.
package struct HistoryEntry: Hashable, Sendable {
  /// The run's number.
  package var run: RunNumber

  /// Whose run it was.
  package var key: RequestKey

  /// Which kind of work it was.
  package var kind: TaskKind

  /// When its request was submitted.
  package var submittedAt: WallTime

  /// When the app was handed the task.
  package var startedAt: WallTime

  /// When it ended.
  package var endedAt: WallTime

  /// How it ended.
  package var outcome: Outcome

  /// Why it was taken back, if it was.
  package var expiration: ExpirationReason?

  /// Whether a developer started it by hand.
  package var isSimulated: Bool

  /// What it used; `nil` when nobody measured it.
  package var use: ResourceUse?

  /// Makes an entry.
  package init(
    run: RunNumber,
    key: RequestKey,
    kind: TaskKind,
    submittedAt: WallTime,
    startedAt: WallTime,
    endedAt: WallTime,
    outcome: Outcome,
    expiration: ExpirationReason?,
    isSimulated: Bool,
    use: ResourceUse? = nil
  ) {
    self.run = run
    self.key = key
    self.kind = kind
    self.submittedAt = submittedAt
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.outcome = outcome
    self.expiration = expiration
    self.isSimulated = isSimulated
    self.use = use
  }
}
