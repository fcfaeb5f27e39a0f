// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A background notification on its way to an app (7.1).
package struct SilentPush: Hashable, Sendable {
  /// Whom it is for.
  package var app: AppIdentifier

  /// Its name, `apns-id`.
  package var identifier: String

  /// The whole payload as it came: UTF-8 JSON.
  package var payload: String

  /// Makes a push.
  package init(app: AppIdentifier, identifier: String, payload: String = "{}") {
    self.app = app
    self.identifier = identifier
    self.payload = payload
  }
}

/// Why a silent push is not handed over.
package enum PushDrop: String, Hashable, Sendable {
  /// A newer one took its place: a device holds at most one for an app (7.1.6).
  case replaced

  /// The user swiped the app away while it was held (7.1.6).
  case forceQuit

  /// The app does not declare the mode `remote-notification` (7.1.1).
  case modeMissing

  /// The app is not known, or was removed.
  case appUnknown
}
