// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension AppsInterface {
  /// No app of that name is known.
  package struct AppNotFound: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Apps.AppNotFound"

    /// The app's identifier.
    package var app: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(app: String, message: String) {
      self.app = app
      self.message = message
    }
  }

  /// The app cannot be used as described.
  package struct BadApp: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Apps.BadApp"

    /// The app's identifier.
    package var app: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(app: String, message: String) {
      self.app = app
      self.message = message
    }
  }

  /// The call needs an attached app, or an app that is not attached yet.
  package struct NotAttached: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Apps.NotAttached"

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(message: String) {
      self.message = message
    }
  }
}
