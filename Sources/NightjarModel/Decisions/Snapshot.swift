// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Everything that the engine knows, as plain lists: what the store gives back after a restart, and
/// what a journal begins with.
package struct Snapshot: Hashable, Sendable {
  /// The machine.
  package var device: DeviceState

  /// Wall clock minus boot clock.
  package var wallOffset: WallOffset

  /// The apps, in no order.
  package var apps: [AppRecord]

  /// The pending requests, in no order.
  package var pending: [PendingRequest]

  /// The runs that have not ended.
  package var runs: [RunRecord]

  /// The crash counts that are not zero.
  package var crashes: [CrashRecord]

  /// The processes that are connected or being started.
  package var processes: [ProcessRecord]

  /// What is under way or put off; empty after a restart of the daemon.
  package var holds: [Hold]

  /// The pushes and transfers of the apps that have any.
  package var deliveries: [AppIdentifier: DeliveryState] = [:]

  /// The highest submission number that was ever given.
  package var lastSubmission: SubmissionNumber

  /// The highest run number that was ever given.
  package var lastRun: RunNumber

  /// Makes the snapshot of a new device.
  package init(
    device: DeviceState,
    wallOffset: WallOffset,
    apps: [AppRecord] = [],
    pending: [PendingRequest] = [],
    runs: [RunRecord] = [],
    crashes: [CrashRecord] = [],
    processes: [ProcessRecord] = [],
    holds: [Hold] = [],
    lastSubmission: SubmissionNumber = SubmissionNumber(rawValue: 0),
    lastRun: RunNumber = RunNumber(rawValue: 0)
  ) {
    self.device = device
    self.wallOffset = wallOffset
    self.apps = apps
    self.pending = pending
    self.runs = runs
    self.crashes = crashes
    self.processes = processes
    self.holds = holds
    self.lastSubmission = lastSubmission
    self.lastRun = lastRun
  }
}

/// Something under way or put off that no other record of a snapshot tells.
package enum Hold: Hashable, Sendable {
  /// A request was chosen, and its app is being launched.
  case launching(RequestKey, simulated: Bool)

  /// A request is tried again at the instant, after the store could not record its run.
  case requestRetry(RequestKey, at: Instant)

  /// A task is tried again at the instant, after it crashed.
  case taskRetry(RequestKey, at: Instant)

  /// An app is tried again at the instant, after it could not be started.
  case appRetry(AppIdentifier, at: Instant)

  /// The decision to let a request wait was logged at the instant (L20).
  case scored(RequestKey, at: Instant)

  /// An app has its turn at the instant, after the machine woke up.
  case resumeTurn(AppIdentifier, at: Instant)
}

/// A run and how far its end has come.
package struct RunRecord: Hashable, Sendable {
  /// The run.
  package var run: Run

  /// Why it was asked back, once it was.
  package var expiration: ExpirationReason?

  /// When the app's grace ends, once it was asked back.
  package var graceEnds: Instant?

  /// How far a continued task says it is.
  package var progress: TaskProgress?

  /// Since when a continued task in the background has said nothing new; `nil` in the foreground.
  package var quietSince: Instant?

  /// What it has used so far; `nil` before it was measured twice.
  package var use: ResourceUse?

  /// Whether another run was under way at some time, so that nobody knows whose bytes went by.
  package var hadCompany = false

  /// Makes the record of a run that nobody has asked back.
  package init(run: Run, expiration: ExpirationReason? = nil, graceEnds: Instant? = nil) {
    self.run = run
    self.expiration = expiration
    self.graceEnds = graceEnds
  }
}

/// A process of an app, as the engine sees it.
package struct ProcessRecord: Hashable, Sendable {
  /// How far the process is.
  package enum Phase: String, CaseIterable, Hashable, Sendable {
    /// Asked for or started, and not through with its launch; given up at ``deadline``.
    case launching

    /// Connected, its launch finished: it can be handed tasks.
    case ready

    /// It held runs when the daemon stopped; taken for dead at ``deadline``.
    case lost

    /// Asked to end; killed at ``deadline``.
    case ending
  }

  /// Whose process it is.
  package var app: AppIdentifier

  /// The process; `nil` until it was started.
  package var identity: ProcessIdentity?

  /// How far it is.
  package var phase: Phase

  /// When the phase is over, whatever the process does; `nil` if it may last.
  package var deadline: Instant?

  /// Whether it is connected.
  package var isAttached: Bool

  /// Whether the daemon started it, and may therefore freeze and kill it.
  package var isDaemonStarted: Bool

  /// Whether it is in front.
  package var isForeground: Bool

  /// Whether it is frozen.
  package var isFrozen: Bool

  /// When it is to be frozen, if nothing comes up.
  package var freezesAt: Instant?

  /// Until when a process of the user's is not handed work in the background; `nil` once it may be.
  package var settlesAt: Instant?

  /// What was measured of it.
  package var meter = ProcessMeter()

  /// When something is to be done about it.
  package var instants: [Instant] {
    [deadline, freezesAt, settlesAt, meter.measuresAt].compactMap(\.self)
  }

  /// Makes a record.
  package init(
    app: AppIdentifier,
    identity: ProcessIdentity?,
    phase: Phase,
    deadline: Instant? = nil,
    isAttached: Bool = false,
    isDaemonStarted: Bool,
    isForeground: Bool,
    isFrozen: Bool = false,
    freezesAt: Instant? = nil,
    settlesAt: Instant? = nil
  ) {
    self.app = app
    self.identity = identity
    self.phase = phase
    self.deadline = deadline
    self.isAttached = isAttached
    self.isDaemonStarted = isDaemonStarted
    self.isForeground = isForeground
    self.isFrozen = isFrozen
    self.freezesAt = freezesAt
    self.settlesAt = settlesAt
  }
}
