// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension AppsInterface {
  /// When the user tends to open an app.
  package enum Usage: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.Usage"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// Makes the message.
      package init(app: String) {
        self.app = app
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// When the app was first opened, RFC 3339.
      package var since: String?

      /// One weight for each hour of the week, from Monday 00:00 UTC; empty when never opened.
      package var hours: [Double]

      /// Makes the message.
      package init(since: String? = nil, hours: [Double]) {
        self.since = since
        self.hours = hours
      }
    }
  }

  /// Forgets when the user opened an app.
  package enum EraseUsage: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.EraseUsage"

    /// What the caller sends.
    package typealias Parameters = Usage.Parameters

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }
}
