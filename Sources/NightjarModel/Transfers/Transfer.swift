// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Names a transfer on the device.
package struct TransferKey: Hashable, Comparable, Sendable {
  /// Whose it is.
  package var app: AppIdentifier

  /// The identifier of its background session.
  package var session: String

  /// Its name within the session.
  package var identifier: String

  /// Names a transfer.
  package init(app: AppIdentifier, session: String, identifier: String) {
    self.app = app
    self.session = session
    self.identifier = identifier
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.app, left.session, left.identifier) < (right.app, right.session, right.identifier)
  }
}

/// A transfer as far as the scheduler needs to know it (6.5).
package struct Transfer: Hashable, Sendable {
  /// Its name.
  package var key: TransferKey

  /// Whether the app leaves it to the system when it goes on.
  package var isDiscretionary: Bool

  /// Whether the app was in the background when it made it, which makes it discretionary.
  package var isFromBackground: Bool

  /// The earliest moment at which it may start; `nil` means no floor.
  package var earliestBegin: WallTime?

  /// Makes a transfer.
  package init(
    key: TransferKey,
    isDiscretionary: Bool = false,
    isFromBackground: Bool = false,
    earliestBegin: WallTime? = nil
  ) {
    self.key = key
    self.isDiscretionary = isDiscretionary
    self.isFromBackground = isFromBackground
    self.earliestBegin = earliestBegin
  }
}

/// Why the system cancels a transfer: `URLError.backgroundTaskCancelledReason` (6.6).
package enum TransferCancellation: String, Hashable, Sendable {
  /// The user swiped the app away.
  case forceQuit

  /// Background App Refresh was switched off.
  case refreshSwitchedOff

  /// The app cancelled it, or was removed.
  case app
}
