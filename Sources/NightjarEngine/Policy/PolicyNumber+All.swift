// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// The one list of the numbers that are decided by, each with its meaning and its source. Sections
// are those of the semantics; "ours" marks what no published source says.

internal import NightjarModel

extension PolicyNumber {
  /// Every number, in the order in which people read them.
  package static let all: [Self] = limits + times + delays + budgets + points

  private static let limits: [Self] = [
    .number(
      "criticalBattery",
      \.criticalBattery,
      0...100,
      "Below this charge, on battery, background work stops.",
      "5.3 G7, Apple",
      unit: .percent
    ),
    .number(
      "slots",
      \.slots,
      1...1000,
      "Scheduled tasks that may run together.",
      "5.3 G12, ours"
    ),
    .number(
      "processingSlots",
      \.processingSlots,
      1...1000,
      "Processing tasks that may run together.",
      "5.3 G12, ours"
    ),
    .number(
      "continuedSlots",
      \.continuedSlots,
      1...1000,
      "Continued tasks that may run together.",
      "4.3, ours"
    ),
    .number(
      "continuedSlotsPerApp",
      \.continuedSlotsPerApp,
      1...1000,
      "Continued tasks of one app that may run together.",
      "4.3, ours"
    ),
    .number(
      "continuedWaiting",
      \.continuedWaiting,
      0...1000,
      "Continued requests of one app that may wait.",
      "4.3, ours"
    ),
    .number(
      "pendingRefresh",
      \.pendingRefresh,
      1...1000,
      "Refresh requests of one app that may be pending.",
      "2.3.7, Apple"
    ),
    .number(
      "pendingProcessing",
      \.pendingProcessing,
      1...1000,
      "Processing requests of one app that may be pending.",
      "2.3.7, Apple"
    ),
    .number(
      "crashLimit",
      \.crashLimit,
      1...1000,
      "Crashes in a row after which a task is held.",
      "3.4.5, ours"
    ),
    .number(
      "recentUseDays",
      \.recentUseDays,
      1...3650,
      "Days without use after which an app gets no processing.",
      "5.3 G9, Apple"
    ),
    .number(
      "cpuLimit",
      \.cpuLimit,
      0...100_000,
      "Share of one core that a process may use in the background; 0: all.",
      "5.1, field",
      unit: .percent
    ),
    .flag("freezes", \.freezes, "Whether processes without work are frozen.", "3.4.7, ours"),
  ]

  private static let times: [Self] = [
    .duration("refreshTime", \.refreshTime, "How long a refresh may run.", "3.2, ours"),
    .duration("processingTime", \.processingTime, "How long processing may run.", "3.2, ours"),
    .duration("pushTime", \.pushTime, "How long a silent push may be handled.", "3.2, Apple"),
    .duration("grace", \.grace, "How long an app has after it was asked to stop.", "3.3.4, ours"),
    .duration("killDelay", \.killDelay, "From SIGTERM to SIGKILL.", "3.3.4, ours"),
    .duration(
      "freezeDelay",
      \.freezeDelay,
      "From the end of its last task until a process is frozen.",
      "3.4.7, ours"
    ),
    .duration(
      "launchTime",
      \.launchTime,
      "How long a process may take to launch.",
      "ours: half as much again as Apple's watchdog of about 20 s"
    ),
    .duration(
      "settleTime",
      \.settleTime,
      "How long a user's process is up before it gets work.",
      "ours: a command that submits and exits must not take its own request with it"
    ),
    .duration(
      "reattachTime",
      \.reattachTime,
      "How long an app may take to come back to a new daemon.",
      "ours"
    ),
    .duration(
      "stallTime",
      \.stallTime,
      "A continued task without progress for so long is taken back.",
      "4.6, ours"
    ),
    .duration(
      "cpuWindow",
      \.cpuWindow,
      "Over how long that share is averaged.",
      "5.1, field"
    ),
    .duration("farFloor", \.farFloor, "A floor further ahead is advised against.", "2.3.9, Apple"),
    .duration(
      "transferPatience",
      \.transferPatience,
      "How long a discretionary transfer waits for power and a free network.",
      "5.3 G3, ours"
    ),
  ]

  private static let delays: [Self] = [
    .duration(
      "spacing",
      \.spacing,
      "From one launch of a kind to the app's next of that kind.",
      "5.3 G11, ours"
    ),
    .duration("crashDelay", \.crashDelay, "After a crash; doubles with each.", "3.4.5, ours"),
    .duration(
      "launchDelay",
      \.launchDelay,
      "After an app could not be started; doubles each time.",
      "ours"
    ),
    .duration("longestDelay", \.longestDelay, "The longest that these delays get.", "ours"),
    .duration(
      "resumeSpread",
      \.resumeSpread,
      "Within so long after a resume from sleep the apps have their turns.",
      "ours: the accuracy of systemd's timers, systemd.timer(5)"
    ),
    .duration(
      "storageDelay",
      \.storageDelay,
      "After the store could not record a run.",
      "ours"
    ),
    .duration(
      "transferDelay",
      \.transferDelay,
      "The first delay of transfers made in the background; it doubles.",
      "6.5.5, ours"
    ),
    .duration(
      "longestTransferDelay",
      \.longestTransferDelay,
      "The longest that this delay gets.",
      "6.5.5, ours"
    ),
  ]

  private static let points: [Self] =
    points(of: "refresh", \.refresh) + points(of: "processing", \.processing) + history

  private static func points(of kind: String, _ weights: Weights) -> [Self] {
    [
      points("score.\(kind).usage", weights, \.usage, "Points for a user who is about to come."),
      points("score.\(kind).age", weights, \.age, "Points for the time waited."),
      points("score.\(kind).power", weights, \.power, "Points for external power, or the charge."),
      points("score.\(kind).network", weights, \.network, "Points for a network that is free."),
      points("score.\(kind).quiet", weights, \.quiet, "Points for a machine at rest."),
      points(
        "score.\(kind).threshold",
        weights,
        \.threshold,
        "Points asked for at first; they fall to zero over the window."
      ),
      Self(
        name: "score.\(kind).window",
        unit: .duration,
        meaning: "After so long any moment is good enough.",
        source: "5.4, ours",
        bounds: durations,
        read: { $0.score?[keyPath: weights].window.inSeconds },
        write: { $0.score?[keyPath: weights].window = span($1) }
      ),
    ]
  }

  private static let history: [Self] = [
    Self(
      name: "score.historyNeeded",
      unit: .duration,
      meaning: "How far a history of use must reach back to count.",
      source: "5.4, ours",
      bounds: durations,
      read: { $0.score?.historyNeeded.inSeconds },
      write: { $0.score?.historyNeeded = span($1) }
    ),
    Self(
      name: "score.unknownUsage",
      unit: .share,
      meaning: "What stands in for the chance until then.",
      source: "5.4, ours",
      bounds: 0...1,
      read: { $0.score?.unknownUsage },
      write: { $0.score?.unknownUsage = $1 }
    ),
  ]
}
