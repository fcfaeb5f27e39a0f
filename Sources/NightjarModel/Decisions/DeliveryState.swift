// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What an app is yet to be handed, or has in its hands, besides tasks.
package struct DeliveryState: Hashable, Sendable {
  /// The silent push that is held or handled.
  package var push = PushState()

  /// The background transfers.
  package var transfers = TransferState()

  /// Whether the user swiped the app away before the machine was booted, which no longer holds
  /// pushes back (7.1.5).
  package var isQuitBeforeBoot = false

  /// Whether something waits: a push, a transfer or the news of some.
  package var isExpected: Bool {
    push.held != nil || !transfers.waiting.isEmpty || !transfers.finished.isEmpty
  }

  /// Makes the state of an app that nothing is expected for.
  package init() {}
}

/// The one silent push that a device may hold for an app, and those that it handles.
package struct PushState: Hashable, Sendable {
  /// The push that waits; a newer one takes its place.
  package var held: SilentPush?

  /// The pushes in the app's hands, oldest first.
  package var handling: [Handling] = []

  /// A push that was handed over and not yet handled.
  package struct Handling: Hashable, Sendable {
    /// The push.
    package var push: SilentPush

    /// Who has it.
    package var process: ProcessIdentity

    /// When the time for it is used up (7.1.3).
    package var until: Instant

    /// Makes the record of a push that is handed over.
    package init(push: SilentPush, process: ProcessIdentity, until: Instant) {
      self.push = push
      self.process = process
      self.until = until
    }
  }

  /// Makes the state of an app that no push came for.
  package init() {}
}

/// The background transfers of an app, as far as their time matters.
package struct TransferState: Hashable, Sendable {
  /// The transfers that have not begun, in the order of their creation.
  package var waiting: [Waiting] = []

  /// The transfers under way.
  package var running: [Transfer] = []

  /// The sessions whose transfers have all ended, and whose events the app has not been handed.
  package var finished: [String] = []

  /// The sessions whose events are in the app's hands.
  package var delivering: [String: ProcessIdentity] = [:]

  /// How long transfers that are made in the background wait (6.5.5); zero after a visit.
  package var delay = TimeSpan.zero

  /// When the delay passes that the last resume brought.
  package var delayEnds = Instant.zero

  /// A transfer that has not begun.
  package struct Waiting: Hashable, Sendable {
    /// The transfer.
    package var transfer: Transfer

    /// When it was made.
    package var createdAt: Instant

    /// When it may begin, as far as the delay of its creation goes.
    package var startsAt: Instant

    /// Makes the record of a transfer that was made.
    package init(transfer: Transfer, createdAt: Instant, startsAt: Instant) {
      self.transfer = transfer
      self.createdAt = createdAt
      self.startsAt = startsAt
    }
  }

  /// Makes the state of an app without transfers.
  package init() {}
}
