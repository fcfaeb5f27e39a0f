// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The one silent push that a device may hold for an app, and the one that it handles.
struct PushState {
  /// The push that waits; a newer one takes its place.
  var held: SilentPush?

  /// The pushes in the app's hands, oldest first.
  var handling: [Handling] = []

  /// A push that was handed over and not yet handled.
  struct Handling {
    let push: SilentPush
    let process: ProcessIdentity

    /// When the time for it is used up (7.1.3).
    let until: Instant
  }
}

/// The background transfers of an app, as far as their time matters.
struct TransferState {
  /// The transfers that have not begun, in the order of their creation.
  var waiting: [Waiting] = []

  /// The transfers under way.
  var running: [Transfer] = []

  /// The sessions whose transfers have all ended, and whose events the app has not been handed.
  var finished: [String] = []

  /// The sessions whose events are in the app's hands.
  var delivering: [String: ProcessIdentity] = [:]

  /// How long transfers that are made in the background wait (6.5.5); zero after a visit.
  var delay = TimeSpan.zero

  /// When the delay passes that the last resume brought.
  var delayEnds = Instant.zero

  /// A transfer that has not begun.
  struct Waiting {
    let transfer: Transfer
    let createdAt: Instant

    /// When it may begin, as far as the delay of its creation goes.
    let startsAt: Instant
  }
}
