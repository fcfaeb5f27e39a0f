// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What the device remembers of an app.
package struct AppRecord: Hashable, Sendable {
  /// What the app says of itself.
  package var facts: AppFacts {
    get { box.facts }
    set { box = Box(newValue) }
  }

  /// Facts are many and change with a build only, and records are copied at each event.
  private var box: Box

  private final class Box: Hashable, Sendable {
    let facts: AppFacts

    init(_ facts: AppFacts) {
      self.facts = facts
    }

    static func == (left: Box, right: Box) -> Bool {
      left === right || left.facts == right.facts
    }

    func hash(into hasher: inout Hasher) { hasher.combine(facts) }
  }

  /// Whether the user swiped it away and has not opened it since.
  package var isForceQuit = false

  /// The app's own Background App Refresh switch.
  package var isRefreshOn = true

  /// When the user last had it in front.
  package var lastForeground: WallTime?

  /// How often in a row the app could not be started.
  package var launchFailures = 0

  /// When the user tends to open it.
  package var usage = UsageHistory()

  /// What it has spent of its budgets.
  package var meters = AppMeters()

  /// Makes the record of a newly installed app.
  package init(facts: AppFacts) {
    box = Box(facts)
  }
}

/// What an app has spent, as moments: budgets refill by themselves, so one moment tells all.
package struct AppMeters: Hashable, Sendable {
  /// When the budget for refreshes is full again; `nil` when it is.
  package var refreshFullAt: WallTime?

  /// When the budget for silent pushes is full again; `nil` when it is.
  package var pushFullAt: WallTime?

  /// When the budget for bytes on metered networks is full again; `nil` when it is.
  package var dataFullAt: WallTime?

  /// When the app was last launched for a refresh.
  package var lastRefresh: WallTime?

  /// When the app was last launched for a silent push.
  package var lastPush: WallTime?

  /// Makes the meters of an app that has spent nothing.
  package init() {}
}

/// How often a task crashed its app, since it last ended otherwise.
package struct CrashRecord: Hashable, Sendable {
  /// Which task.
  package var key: RequestKey

  /// Crashes in a row.
  package var crashes: Int

  /// Whether it is held back because of them.
  package var isQuarantined: Bool

  /// Makes a record.
  package init(key: RequestKey, crashes: Int, isQuarantined: Bool) {
    self.key = key
    self.crashes = crashes
    self.isQuarantined = isQuarantined
  }
}
