// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What an app asks for.
package struct TaskRequest: Hashable, Sendable {
  /// Who asks for what.
  package var key: RequestKey

  /// Which kind of work it is.
  package var kind: TaskKind

  /// The earliest moment at which it may start; `nil` means no floor.
  package var earliestBegin: WallTime?

  /// The conditions that must hold at the start and all through the run.
  package var conditions: Conditions

  /// What only a continued request has.
  package var continued: ContinuedDetails?

  /// The protection class that a health research request names, as Apple spells it.
  package var protectionType: String?

  /// Makes a request without floor and conditions unless they are given.
  package init(
    key: RequestKey,
    kind: TaskKind,
    earliestBegin: WallTime? = nil,
    conditions: Conditions = [],
    continued: ContinuedDetails? = nil,
    protectionType: String? = nil
  ) {
    self.key = key
    self.kind = kind
    self.earliestBegin = earliestBegin
    self.conditions = conditions
    self.continued = continued
    self.protectionType = protectionType
  }
}

/// The part of a request that only continued processing has.
package struct ContinuedDetails: Hashable, Sendable {
  /// What to do when the task cannot start at once.
  package enum Strategy: String, Hashable, Sendable {
    /// Refuse with `immediateRunIneligible`.
    case fail

    /// Wait for a free slot, first come first served.
    case queue
  }

  /// The headline that the user sees.
  package var title: String

  /// The line below it.
  package var subtitle: String

  /// What to do when it cannot start at once.
  package var strategy: Strategy

  /// Bits of `BGContinuedProcessingTaskRequest.Resources`.
  package var resources: Int

  /// Makes the details; the strategy's default is Apple's.
  package init(title: String, subtitle: String, strategy: Strategy = .queue, resources: Int = 0) {
    self.title = title
    self.subtitle = subtitle
    self.strategy = strategy
    self.resources = resources
  }
}

/// A request that was accepted and has not been launched.
package struct PendingRequest: Hashable, Sendable {
  /// What was asked for.
  package var request: TaskRequest

  /// Its place in the order of submissions.
  package var number: SubmissionNumber

  /// When it was accepted.
  package var submittedAt: WallTime

  /// Makes the record of an accepted request.
  package init(request: TaskRequest, number: SubmissionNumber, submittedAt: WallTime) {
    self.request = request
    self.number = number
    self.submittedAt = submittedAt
  }

  /// Since when it could have run, as far as time is concerned (5.4).
  package var eligibleSince: WallTime {
    guard request.kind != .continued, let floor = request.earliestBegin else { return submittedAt }
    return max(floor, submittedAt)
  }
}
