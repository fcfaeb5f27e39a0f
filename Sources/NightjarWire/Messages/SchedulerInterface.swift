// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Requests for background time.
///
/// The interface `io.nightjar.Scheduler`.
package enum SchedulerInterface {
  /// A pending request as it was submitted.
  package struct Request: Codable, Hashable, Sendable {
    /// The app's identifier.
    package var app: String

    /// The request's identifier.
    package var identifier: String

    /// One of `refresh`, `processing`, `healthResearch` and `continued`.
    package var kind: String

    /// When it was accepted, RFC 3339.
    package var submittedAt: String

    /// The earliest start, RFC 3339; `nil` means no floor.
    package var earliestBeginDate: String?

    /// Whether it must not start offline.
    package var requiresNetworkConnectivity: Bool

    /// Whether it must not start on battery.
    package var requiresExternalPower: Bool

    /// The headline of a continued task.
    package var title: String?

    /// The line below the headline.
    package var subtitle: String?

    /// What to do when it cannot start at once: `fail` or `queue`.
    package var strategy: String?

    /// Bits of `BGContinuedProcessingTaskRequest.Resources`.
    package var requiredResources: Int?

    /// The protection class of a health research request.
    package var protectionType: String?

    /// Makes the message.
    package init(
      app: String,
      identifier: String,
      kind: String,
      submittedAt: String,
      earliestBeginDate: String? = nil,
      requiresNetworkConnectivity: Bool,
      requiresExternalPower: Bool,
      title: String? = nil,
      subtitle: String? = nil,
      strategy: String? = nil,
      requiredResources: Int? = nil,
      protectionType: String? = nil
    ) {
      self.app = app
      self.identifier = identifier
      self.kind = kind
      self.submittedAt = submittedAt
      self.earliestBeginDate = earliestBeginDate
      self.requiresNetworkConnectivity = requiresNetworkConnectivity
      self.requiresExternalPower = requiresExternalPower
      self.title = title
      self.subtitle = subtitle
      self.strategy = strategy
      self.requiredResources = requiredResources
      self.protectionType = protectionType
    }
  }

  /// One thing that holds a request back.
  package struct Reason: Codable, Hashable, Sendable {
    /// The reason as one word.
    package var reason: String

    /// What was seen, for people.
    package var seen: String

    /// What is needed instead, for people.
    package var needed: String

    /// When it clears by itself, RFC 3339, if it does.
    package var clearsAt: String?

    /// Makes the message.
    package init(reason: String, seen: String, needed: String, clearsAt: String? = nil) {
      self.reason = reason
      self.seen = seen
      self.needed = needed
      self.clearsAt = clearsAt
    }
  }

  /// What a run has used.
  package struct Use: Codable, Hashable, Sendable {
    /// Processor time of all cores together, in seconds.
    package var cpuSeconds: Double

    /// Bytes read from disks; `nil` where nobody counts them.
    package var readBytes: Int?

    /// Bytes written to disks; `nil` where nobody counts them.
    package var writtenBytes: Int?

    /// The most bytes that it can have moved over networks; `nil` when nothing can be said.
    package var networkBytesAtMost: Int?

    /// Its share of the machine's energy; `nil` where the source is `cpuTime`.
    package var energyJoules: Double?

    /// What told the energy: `rapl`, `battery`, or `cpuTime` when the processor time stands in.
    package var energySource: String

    /// Makes the message.
    package init(
      cpuSeconds: Double,
      readBytes: Int? = nil,
      writtenBytes: Int? = nil,
      networkBytesAtMost: Int? = nil,
      energyJoules: Double? = nil,
      energySource: String = "cpuTime"
    ) {
      self.cpuSeconds = cpuSeconds
      self.readBytes = readBytes
      self.writtenBytes = writtenBytes
      self.networkBytesAtMost = networkBytesAtMost
      self.energyJoules = energyJoules
      self.energySource = energySource
    }
  }

  /// A request or a run and where it stands.
  ///
  /// The states are pending, launching, running, expiring, completed, failed, expired, cancelled,
  /// crashed and quarantined.
  package struct Task: Codable, Hashable, Sendable {
    /// The app's identifier.
    package var app: String

    /// The request's identifier.
    package var task: String

    /// One of `refresh`, `processing`, `healthResearch` and `continued`.
    package var kind: String

    /// Where it stands, as one word; a reader must expect further words.
    package var state: String

    /// When it was accepted, RFC 3339.
    package var submittedAt: String

    /// The earliest start, RFC 3339; `nil` means no floor.
    package var earliestBeginDate: String?

    /// Everything that holds it.
    package var reasons: [Reason]

    /// The run's number.
    package var run: Int?

    /// When its run began, RFC 3339.
    package var startedAt: String?

    /// When its run ended, RFC 3339.
    package var endedAt: String?

    /// How it ended, as one word.
    package var outcome: String?

    /// Why it was taken back, as one word.
    package var expirationReason: String?

    /// What its run has used; `nil` when nobody measured it.
    package var use: Use?

    /// Makes the message.
    package init(
      app: String,
      task: String,
      kind: String,
      state: String,
      submittedAt: String,
      earliestBeginDate: String? = nil,
      reasons: [Reason],
      run: Int? = nil,
      startedAt: String? = nil,
      endedAt: String? = nil,
      outcome: String? = nil,
      expirationReason: String? = nil,
      use: Use? = nil
    ) {
      self.app = app
      self.task = task
      self.kind = kind
      self.state = state
      self.submittedAt = submittedAt
      self.earliestBeginDate = earliestBeginDate
      self.reasons = reasons
      self.run = run
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.outcome = outcome
      self.expirationReason = expirationReason
      self.use = use
    }
  }
}
