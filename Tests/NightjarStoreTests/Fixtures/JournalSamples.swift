// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarStore

/// One journal item for every case of every type that a journal can hold.
enum JournalSamples {
  static let items: [JournalItem] =
    [checkpoint(at: .min), .checkpoint(full)] + (requests + apps + runs + machine).map { entry($0) }

  static func entry(_ event: Event) -> JournalItem {
    .entry(JournalEntry(at: Instant(nanoseconds: .max), event: event, decisions: ["a \"b\"", ""]))
  }

  static func checkpoint(at nanoseconds: Int64) -> JournalItem {
    .checkpoint(
      JournalCheckpoint(
        at: Instant(nanoseconds: nanoseconds),
        snapshot: Snapshot(device: DeviceState(), wallOffset: WallOffset(nanoseconds: -1)),
        policy: "mains"
      )
    )
  }

  private static var measured: ResourceUse {
    var use = Samples.use
    use.machine = MachineUse(
      busy: .seconds(9),
      networkBytes: .max,
      energy: Energy(microjoules: 1, source: .rapl)
    )
    return use
  }

  private static let key = Samples.key("refresh")
  private static let ticket = Ticket(rawValue: 1 << 60)
  private static let run = Samples.run(1, of: Samples.continued)
  private static let number = RunNumber(rawValue: 77)
  private static let crash = CrashRecord(key: key, crashes: 3, isQuarantined: true)

  private static let attachment = AppAttachment(
    facts: Samples.facts,
    process: Samples.process,
    isDaemonStarted: true,
    isForeground: false,
    runs: [number]
  )

  private static var requests: [Event] {
    let requests = [Samples.pending(1), Samples.continued, Samples.health].map(\.request)
    return requests.map { .submitted($0, ticket) } + [
      .submitted(TaskRequest(key: Samples.key("\u{1}\u{2028}/\\"), kind: .processing), ticket),
      .cancelled(key, ticket), .cancelledAll(Samples.app, ticket), .launchSimulated(key, ticket),
      .expirationSimulated(key, ticket),
    ]
  }

  private static var apps: [Event] {
    let (app, process) = (Samples.app, Samples.process)
    let exits: [ExitStatus] = [.exited(-1), .signaled(9), .unknown]
    return exits.map { .appExited(app, process, $0) } + [
      .appInstalled(Samples.facts), .appInstalled(AppFacts(identifier: app)), .appRemoved(app),
      .appAttached(attachment), .appLaunched(app, process), .appFinishedLaunching(app, process),
      .appDetached(app, process), .appEnteredForeground(app, process),
      .appEnteredBackground(app, process), .launchFailed(app, "why"), .appForceQuit(app),
      .appUsageErased(app),
      .appOpened(app, ticket), .appRefreshSwitched(app, false),
    ]
  }

  private static var runs: [Event] {
    [
      .runCompleted(number, success: true), .expirationAnswered(number, hadHandler: false),
      .runStopped(number),
      .processMeasured(
        Samples.app,
        Samples.process,
        ResourceUse(cpu: .seconds(2), readBytes: 4096, writtenBytes: 0)
      ),
      .processMeasured(Samples.app, Samples.process, measured),
      .dataMoved(Samples.app, bytes: 1 << 40),
    ]
  }

  private static var machine: [Event] {
    let changes: [DeviceChange] =
      PowerSource.allCases.map { .power($0) } + NetworkState.allCases.map { .network($0) }
      + ThermalState.allCases.map { .thermal($0) } + [
        .battery(-3), .idle(true), .lowPower(false), .refresh(true), .continued(false),
        .resources(3),
      ]
    return changes.map { .deviceChanged($0) } + [
      .clockChanged(WallOffset(nanoseconds: .min)), .timePassed, .saveFailed([]),
      .deviceResumed(seed: .min), .pressureRose,
      .saveFailed(saved),
    ]
  }

  private static var saved: [StateChange] {
    let causes: [RemovalCause] = [
      .cancelled, .appRemoved, .notPermitted, .forceQuit, .switchedOff, .appExited,
    ]
    let pending = Samples.pending(2)
    return causes.map { .requestRemoved(pending, $0) }
      + Outcome.allCases.map { .runEnded(Samples.ended(run, $0)) } + [
        .appSaved(Samples.record), .appRemoved(Samples.app),
        .requestSaved(pending, replacing: nil), .requestSaved(pending, replacing: Samples.health),
        .runStarted(run), .crashesCounted(crash),
      ]
  }

  private static var full: JournalCheckpoint {
    let reasons: [ExpirationReason] = [
      .user, .timeExhausted, .conditionLost(.externalPower), .conditionLost(.network),
      .conditionLost(.idle), .stalled, .pressure, .switchedOff, .cpuLimit,
    ]
    let later = Instant(nanoseconds: 8)
    let device = DeviceState(
      power: .battery,
      battery: 7,
      network: .metered,
      isIdle: false,
      isLowPower: true,
      isRefreshOn: false,
      isContinuedOn: false,
      thermal: .serious,
      resources: 1
    )
    var snapshot = Snapshot(
      device: device,
      wallOffset: WallOffset(nanoseconds: .max),
      apps: [Samples.record],
      pending: [Samples.pending(1), Samples.continued, Samples.health],
      runs: reasons.map { RunRecord(run: run, expiration: $0, graceEnds: later) }
        + [RunRecord(run: run)],
      crashes: [crash],
      processes: processes(later),
      holds: [
        .launching(key, simulated: true), .requestRetry(key, at: later), .taskRetry(key, at: later),
        .appRetry(Samples.app, at: later), .resumeTurn(Samples.app, at: later),
        .scored(key, at: later),
      ],
      lastSubmission: SubmissionNumber(rawValue: 12),
      lastRun: RunNumber(rawValue: 13)
    )
    snapshot.deliveries = [Samples.app: deliveries(later)]
    return JournalCheckpoint(at: later, snapshot: snapshot, policy: "phone, slots 2")
  }

  private static func deliveries(_ later: Instant) -> DeliveryState {
    let push = SilentPush(app: Samples.app, identifier: "p")
    let key = TransferKey(app: Samples.app, session: "s", identifier: "t")
    let transfer = Transfer(key: key, isDiscretionary: true)
    var state = DeliveryState()
    state.push.held = push
    state.push.handling = [.init(push: push, process: Samples.process, until: later)]
    state.transfers.waiting = [.init(transfer: transfer, createdAt: .zero, startsAt: later)]
    state.transfers.running = [Transfer(key: key, isFromBackground: true)]
    state.transfers.finished = ["f"]
    state.transfers.delivering = ["d": Samples.process]
    state.transfers.delay = .seconds(20)
    state.transfers.delayEnds = later
    state.isQuitBeforeBoot = true
    return state
  }

  private static func processes(_ later: Instant) -> [ProcessRecord] {
    ProcessRecord.Phase.allCases.map { phase in
      ProcessRecord(
        app: Samples.app,
        identity: phase == .launching ? nil : Samples.process,
        phase: phase,
        deadline: phase == .ready ? nil : later,
        isAttached: true,
        isDaemonStarted: phase == .lost,
        isForeground: true,
        isFrozen: phase == .ready,
        freezesAt: later
      )
    }
  }
}
