// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension AppsInterface {
  /// Attaches the calling process as an app; must be called with `more`.
  package enum Attach: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.Attach"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// What the app says of itself.
      package var facts: Facts

      /// Whether the process is in front.
      package var foreground: Bool

      /// The value of `NIGHTJAR_LAUNCH`, when the daemon started the process.
      package var launch: String?

      /// The runs that the process still has in its hands.
      package var runs: [Int]

      /// Makes the message.
      package init(facts: Facts, foreground: Bool, launch: String? = nil, runs: [Int]) {
        self.facts = facts
        self.foreground = foreground
        self.launch = launch
        self.runs = runs
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// True in the first reply, when the app is known.
      package var attached: Bool?

      /// A task that the app is handed.
      package var deliver: Delivery?

      /// A task that the app is asked to give back.
      package var expire: Expiry?

      /// The run of a task that was taken back without a callback.
      package var withdraw: Int?

      /// The device as far as the app may know it.
      package var environment: Environment?

      /// Makes the message.
      package init(
        attached: Bool? = nil,
        deliver: Delivery? = nil,
        expire: Expiry? = nil,
        withdraw: Int? = nil,
        environment: Environment? = nil
      ) {
        self.attached = attached
        self.deliver = deliver
        self.expire = expire
        self.withdraw = withdraw
        self.environment = environment
      }
    }
  }

  /// The attached app's launch is over: its handlers are registered, and it can be handed tasks.
  package enum FinishLaunching: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.FinishLaunching"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// The attached app came to the front.
  package enum EnterForeground: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.EnterForeground"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// The attached app left the front.
  package enum EnterBackground: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.EnterBackground"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// All apps, in the order of their identifiers.
  package enum List: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.List"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The apps, in the order of their identifiers.
      package var apps: [App]

      /// Makes the message.
      package init(apps: [App]) {
        self.apps = apps
      }
    }
  }

  /// Makes an app known without starting it.
  package enum Install: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.Install"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// What the app says of itself.
      package var facts: Facts

      /// Makes the message.
      package init(facts: Facts) {
        self.facts = facts
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The app as it is known now.
      package var app: App

      /// Makes the message.
      package init(app: App) {
        self.app = app
      }
    }
  }

  /// Forgets an app, its requests and its crash counts.
  package enum Remove: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.Remove"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// Makes the message.
      package init(app: String) {
        self.app = app
      }
    }

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// Opens an app in front, as a user would: lifts a force quit and a quarantine.
  package enum Launch: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.Launch"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// Makes the message.
      package init(app: String) {
        self.app = app
      }
    }

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// Swipes an app out of the switcher: ends it, and holds its refreshes until it is opened.
  package enum Quit: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.Quit"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// Makes the message.
      package init(app: String) {
        self.app = app
      }
    }

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// Sets an app's switches.
  package enum Settings: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Apps.Settings"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// The switch of Background App Refresh.
      package var backgroundRefresh: Bool?

      /// Makes the message.
      package init(app: String, backgroundRefresh: Bool? = nil) {
        self.app = app
        self.backgroundRefresh = backgroundRefresh
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The app as it is known now.
      package var app: App

      /// Makes the message.
      package init(app: App) {
        self.app = app
      }
    }
  }
}
