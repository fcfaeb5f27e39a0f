// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a person is told of one request or run.
package struct TaskStatus: Hashable, Sendable {
  /// What was asked for, and when.
  package var pending: PendingRequest

  /// Where it stands.
  package var state: TaskState

  /// Everything that holds it; empty unless it waits.
  package var reasons: [Reason]

  /// The run, once there is one.
  package var run: RunNumber?

  /// When that run began.
  package var startedAt: WallTime?

  /// What that run has used so far; `nil` before it was measured.
  package var use: ResourceUse?

  /// Makes a status.
  package init(
    pending: PendingRequest,
    state: TaskState,
    reasons: [Reason] = [],
    run: RunNumber? = nil,
    startedAt: WallTime? = nil,
    use: ResourceUse? = nil
  ) {
    self.pending = pending
    self.state = state
    self.reasons = reasons
    self.run = run
    self.startedAt = startedAt
    self.use = use
  }
}
