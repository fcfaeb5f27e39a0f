// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// The three sets of numbers that Nightjar comes with.
package enum Preset: String, CaseIterable, Hashable, Sendable {
  /// Apple's published limits.
  case phone

  /// A machine with a battery.
  case portable

  /// A server or desktop: a task runs as soon as its gates are open.
  case mains
}

/// Every number that the scheduler decides by, as data.
package struct Policy: Hashable, Sendable {
  /// The preset that the numbers came from.
  package var preset: Preset

  /// Which gates apply to which kind (5.3).
  package var gates: GateTable

  /// Below this charge in percent, on battery, background work stops (G7).
  package var criticalBattery = 20

  /// Scheduled tasks that may run together on the device (G12).
  package var slots = 2

  /// Processing tasks that may run together on the device (G12).
  package var processingSlots = 1

  /// Continued tasks that may run together on the device (4.3).
  package var continuedSlots = 4

  /// Continued tasks of one app that may run together (4.3).
  package var continuedSlotsPerApp = 2

  /// Continued requests of one app that may wait (4.3).
  package var continuedWaiting = 8

  /// Refresh requests of one app that may be pending (2.3.7).
  package var pendingRefresh = 1

  /// Processing and health research requests of one app that may be pending (2.3.7).
  package var pendingProcessing = 10

  /// How long a refresh may run before it is asked back (3.2).
  package var refreshTime = TimeSpan.seconds(25)

  /// How long processing may run before it is asked back (3.2).
  package var processingTime = TimeSpan.minutes(10)

  /// How long an app has after it was asked to stop (3.3.4).
  package var grace = TimeSpan.seconds(5)

  /// How long after SIGTERM comes SIGKILL (3.3.4).
  package var killDelay = TimeSpan.seconds(2)

  /// How long after its last task a process is frozen (3.4.7).
  package var freezeDelay = TimeSpan.seconds(1)

  /// Whether processes without work are frozen at all.
  package var freezes = true

  /// How long a process may take from its start to the end of its launch.
  ///
  /// Ours: Apple's watchdog gives an app about 20 s, and a slow disk gets half as much again.
  package var launchTime = TimeSpan.seconds(30)

  /// How long a process of the user's is up before it is handed work in the background.
  ///
  /// Ours: a command that submits and exits must not take its own request with it.
  package var settleTime = TimeSpan.seconds(2)

  /// How long after a restart of the daemon an app with runs may take to come back (ours).
  package var reattachTime = TimeSpan.seconds(10)

  /// How long a task is left alone after its first crash; doubles with each (ours).
  package var crashDelay = TimeSpan.seconds(1)

  /// Crashes in a row after which a task is held (3.4.5).
  package var crashLimit = 3

  /// How long an app is left alone after it could not be started; doubles each time (ours).
  package var launchDelay = TimeSpan.seconds(10)

  /// The longest that any of the doubled delays gets (ours).
  package var longestDelay = TimeSpan.hours(1)

  /// Within how long after a resume from sleep the apps have their turns, one by one.
  ///
  /// Ours: the accuracy that systemd gives timers by default, `AccuracySec=` in systemd.timer(5).
  package var resumeSpread = TimeSpan.minutes(1)

  /// How long a request waits after the store could not record its run (ours).
  package var storageDelay = TimeSpan.seconds(5)

  /// A floor further ahead than this is advised against (2.3.9).
  package var farFloor = TimeSpan.days(7)

  /// How long after a launch of a kind the app's next one of the kind waits (G11, 5.5).
  package var spacing = TimeSpan.minutes(15)

  /// Without use for so many days an app gets no processing (G9, 5.3).
  package var recentUseDays: Int64 = 14

  /// The launches for refreshes that an app saves up, and how soon one comes back (5.5).
  package var refreshBudget = Budget(capacity: 12, interval: .hours(1))

  /// The launches for silent pushes that an app saves up, and how soon one comes back (5.5).
  package var pushBudget = Budget(capacity: 3, interval: .minutes(20))

  /// The megabytes that an app may move in the background on metered networks, and how soon one
  /// comes back: 20 MB in 24 h (5.5).
  package var dataBudget = Budget(capacity: 20, interval: .minutes(72))

  /// What a refresh costs more when it was killed or crashed (5.5).
  package var failureCost: Int64 = 2

  /// A refresh that used more processor time costs one more (5.5).
  package var heavyUse = TimeSpan.seconds(20)

  /// Percent of one core that a process may use in the background on average over ``cpuWindow``; 0
  /// means as much as it likes (5.1).
  package var cpuLimit = 80

  /// Over how long the use of processor time is averaged (5.1).
  package var cpuWindow = TimeSpan.seconds(60)

  /// How long an app may handle a silent push (3.2).
  package var pushTime = TimeSpan.seconds(30)

  /// A continued task in the background that says nothing new for so long is taken back (4.6).
  package var stallTime = TimeSpan.seconds(30)

  /// How long a discretionary transfer waits for power and a network that costs nothing (5.3).
  package var transferPatience = TimeSpan.hours(24)

  /// The first delay of transfers that are made in the background; it doubles (6.5.5).
  package var transferDelay = TimeSpan.seconds(10)

  /// The longest that this delay gets (6.5.5).
  package var longestTransferDelay = TimeSpan.hours(1)

  /// The numbers of the score; `nil` when a task runs as soon as its gates are open.
  package var score: ScorePolicy? = ScorePolicy()

  /// Makes the policy of a preset.
  package init(preset: Preset) {
    self.preset = preset
    switch preset {
    case .phone: break
    case .portable:
      refreshBudget.capacity *= 2
      pushBudget.capacity *= 2
      dataBudget.capacity *= 2
    case .mains:
      score = nil
      // There is no battery to save, and work that computes is what such a machine is for.
      cpuLimit = 0
    }
    gates =
      switch preset {
      case .phone: .phone
      case .portable: .portable
      case .mains: .mains
      }
  }

  /// A budget that refills steadily.
  package struct Budget: Hashable, Sendable {
    /// How much can be saved up.
    package var capacity: Int64

    /// How long one takes to come back.
    package var interval: TimeSpan

    /// How far it may be overdrawn (5.5).
    package var debt: Int64 = 3
  }

  /// The weights by which moments are chosen for a kind; `nil` when any moment will do.
  package func weights(of kind: TaskKind) -> ScorePolicy.Weights? { score?.weights(of: kind) }

  /// How long a kind of work may run; `nil` means as long as it takes (4.14).
  package func timeLimit(of kind: TaskKind) -> TimeSpan? {
    switch kind {
    case .refresh: refreshTime
    case .processing, .healthResearch: processingTime
    case .continued: nil
    }
  }

  /// A delay that doubles with each repetition, from the first.
  package func doubled(_ delay: TimeSpan, times: Int) -> TimeSpan {
    let factor = Int64(1) << Int64(min(max(times - 1, 0), 40))
    return min(delay * factor, longestDelay)
  }
}
