// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The apps of this user.
///
/// The interface `io.nightjar.Apps`.
package enum AppsInterface {
  /// What an app says of itself; the keys of its Info.plist that matter here.
  package struct Facts: Codable, Hashable, Sendable {
    /// The bundle identifier, or the executable's path.
    package var identifier: String

    /// `CFBundleIdentifier`, if there is one.
    package var bundleIdentifier: String?

    /// The absolute path that a launch executes.
    package var executable: String

    /// What a launch passes after the program's name.
    package var arguments: [String]

    /// The folder that a launch starts in; `nil` means the executable's own.
    package var workingDirectory: String?

    /// Where the `Info.plist` was found.
    package var infoPlist: String?

    /// The name, for people.
    package var name: String

    /// What changes with each build.
    package var build: String

    /// `BGTaskSchedulerPermittedIdentifiers`, as written.
    package var permittedIdentifiers: [String]

    /// `UIBackgroundModes`.
    package var backgroundModes: [String]

    /// The entitlements that are present and true.
    package var entitlements: [String]

    /// Makes the message.
    package init(
      identifier: String,
      bundleIdentifier: String? = nil,
      executable: String,
      arguments: [String],
      workingDirectory: String? = nil,
      infoPlist: String? = nil,
      name: String,
      build: String,
      permittedIdentifiers: [String],
      backgroundModes: [String],
      entitlements: [String]
    ) {
      self.identifier = identifier
      self.bundleIdentifier = bundleIdentifier
      self.executable = executable
      self.arguments = arguments
      self.workingDirectory = workingDirectory
      self.infoPlist = infoPlist
      self.name = name
      self.build = build
      self.permittedIdentifiers = permittedIdentifiers
      self.backgroundModes = backgroundModes
      self.entitlements = entitlements
    }
  }

  /// An app as the daemon knows it.
  package struct App: Codable, Hashable, Sendable {
    /// What the app says of itself.
    package var facts: Facts

    /// `notRunning`, `launching`, `foreground`, `background` or `suspended`.
    package var state: String

    /// The process number.
    package var pid: Int?

    /// The app's own switch of Background App Refresh.
    package var backgroundRefresh: Bool

    /// Whether the user swiped it away and has not opened it since.
    package var forceQuit: Bool

    /// How many requests are pending.
    package var pending: Int

    /// How many tasks run.
    package var running: Int

    /// When the user last had it in front, RFC 3339.
    package var lastOpened: String?

    /// The budgets that it has spent something of; `nil` from an older daemon.
    package var budgets: [Budget]?

    /// Makes the message.
    package init(
      facts: Facts,
      state: String,
      pid: Int? = nil,
      backgroundRefresh: Bool,
      forceQuit: Bool,
      pending: Int,
      running: Int,
      lastOpened: String? = nil,
      budgets: [Budget]? = nil
    ) {
      self.facts = facts
      self.state = state
      self.pid = pid
      self.backgroundRefresh = backgroundRefresh
      self.forceQuit = forceQuit
      self.pending = pending
      self.running = running
      self.lastOpened = lastOpened
      self.budgets = budgets
    }
  }

  /// A task that an app is handed.
  package struct Delivery: Codable, Hashable, Sendable {
    /// The run's number.
    package var run: Int

    /// The request's identifier.
    package var identifier: String

    /// One of `refresh`, `processing`, `healthResearch` and `continued`.
    package var kind: String

    /// The headline of a continued task.
    package var title: String?

    /// The line below the headline.
    package var subtitle: String?

    /// Makes the message.
    package init(
      run: Int,
      identifier: String,
      kind: String,
      title: String? = nil,
      subtitle: String? = nil
    ) {
      self.run = run
      self.identifier = identifier
      self.kind = kind
      self.title = title
      self.subtitle = subtitle
    }
  }

  /// A task that an app is asked to give back within so many milliseconds.
  package struct Expiry: Codable, Hashable, Sendable {
    /// The run's number.
    package var run: Int

    /// Why, as one word.
    package var reason: String

    /// How long the app has to give it back.
    package var milliseconds: Int

    /// Makes the message.
    package init(run: Int, reason: String, milliseconds: Int) {
      self.run = run
      self.reason = reason
      self.milliseconds = milliseconds
    }
  }

  /// The device as far as an app may know it.
  package struct Environment: Codable, Hashable, Sendable {
    /// Whether the user asked to save power.
    package var lowPowerMode: Bool

    /// Whether refreshes come: `available`, `denied` or `restricted`.
    package var backgroundRefresh: String

    /// How hot it is: `nominal`, `fair`, `serious` or `critical`.
    package var thermalState: String

    /// Bits of `BGContinuedProcessingTaskRequest.Resources` that the hardware offers.
    package var resources: Int

    /// Makes the message.
    package init(
      lowPowerMode: Bool,
      backgroundRefresh: String,
      thermalState: String,
      resources: Int
    ) {
      self.lowPowerMode = lowPowerMode
      self.backgroundRefresh = backgroundRefresh
      self.thermalState = thermalState
      self.resources = resources
    }
  }
}
