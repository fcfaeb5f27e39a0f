// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// The scheduler: a pure value that is told what happened and answers what to do.
///
/// It reads no clock, draws no random number and performs nothing, so that the daemon, the
/// simulator and a replay come to the same decisions. ``handle(_:at:)`` is the only way in. Each
/// event is handled in three steps: take the fact over, end what may no longer run, start what may
/// now.
///
/// A request that waits costs nothing until what it waits for changes. Requests with the same kind
/// and conditions form a class that shares the gates of the machine and one queue in the order of
/// eligibility; gates of the app take a request out of the queue until the app changes.
package struct Engine {
  /// The numbers that are decided by.
  package private(set) var policy: Policy

  /// What is believed of the machine.
  package private(set) var device: DeviceState

  /// Wall clock minus boot clock.
  package internal(set) var wallOffset: WallOffset

  var apps: [AppIdentifier: AppState] = [:]
  var entries = EntryTable()
  var runs: [RunNumber: RunRecord] = [:]
  var deadlines = DeadlineQueue()
  var lastSubmission: SubmissionNumber
  var lastRun: RunNumber
  var slots = SlotCount()

  /// One bit for each class whose gates the machine opens; asked many times for each event.
  private(set) var openClasses: UInt16 = 0

  /// The apps that a push is held for, or whose transfers wait; some may be through already.
  var expecting: Set<AppIdentifier> = []

  /// One bit for each class whose queue has to be put in order before it is used.
  var staleClasses = UInt16.max

  /// The instant of the last event; the clock of everything that the engine says.
  var now: Instant

  /// What the event at hand leads to.
  var effects: [Effect] = []

  private var plannedWake: Instant?

  /// Whether what was restored has yet to be compared with the present.
  private var needsReview = true

  /// Makes an engine that knows what a snapshot holds.
  ///
  /// - Parameters:
  ///   - policy: The numbers to decide by.
  ///   - snapshot: What was known before, such as the contents of the store.
  ///   - instant: The present.
  package init(policy: Policy, snapshot: Snapshot, at instant: Instant) {
    self.policy = policy
    device = snapshot.device
    wallOffset = snapshot.wallOffset
    lastSubmission = snapshot.lastSubmission
    lastRun = snapshot.lastRun
    now = instant
    openClasses = openClassesNow
    restore(snapshot)
  }

  /// Takes over what happened and says what to do about it.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - instant: When; an instant before the last one counts as the last one.
  /// - Returns: The effects, in the order in which they must be performed.
  /// - Complexity: O(log *n*) in the number of pending requests, and linear in the requests of the
  ///   app that the event names and in the tasks that it starts or ends.
  package mutating func handle(_ event: Event, at instant: Instant) -> [Effect] {
    now = max(now, instant)
    if needsReview { review() }
    needsReview = false
    take(event)
    if let app = event.changedApp { deliverWhatWaits(for: app) }
    meetDeadlines()
    dispatch()
    planWake()
    defer { effects = [] }
    return effects
  }

  /// Everything that the engine knows, as the beginning of a journal.
  ///
  /// The next event asks for a wake-up even if none is new, as an engine made from the snapshot
  /// would, so that both decide the same from here on.
  package mutating func checkpoint() -> Snapshot {
    plannedWake = nil
    staleClasses = .max
    lookAgainAtEverything()
    return snapshot()
  }

  /// Decides by other numbers from the next event on; what runs keeps the time it was given.
  ///
  /// Nothing is decided here, as a journal that begins with a checkpoint of what follows could not
  /// tell it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of pending requests.
  package mutating func change(_ policy: Policy) {
    self.policy = policy
    openClasses = openClassesNow
    staleClasses = .max
    boundMeters()
    lookAgainAtEverything()
  }

  /// The wall clock at the last event.
  var wallNow: WallTime { wallOffset.wall(at: now) }

  mutating func changeDevice(_ change: DeviceChange) {
    let before = device
    guard device.apply(change) else { return }
    openClasses = openClassesNow
    // What a moment is worth follows from the machine.
    if policy.score != nil { staleClasses = .max }
    endWhatLostItsCondition(since: before)
    for app in expecting.sorted() { deliverWhatWaits(for: app) }
    if case .refresh(false) = change { cancelDiscretionaryTransfers() }
    if case .continued(false) = change { switchContinuedOff() }
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .submitted(let request, let ticket): submit(request, ticket)
    case .cancelled(let key, let ticket): cancel(key, ticket)
    case .cancelledAll(let app, let ticket): cancelAll(app, ticket)
    case .launchSimulated(let key, let ticket): simulateLaunch(key, ticket)
    case .expirationSimulated(let key, let ticket): simulateExpiration(key, ticket)
    case .appInstalled(let facts): install(facts)
    case .appRemoved(let app): remove(app)
    case .appLaunched(let app, let process): noteLaunched(app, process)
    case .appAttached(let attachment): attach(attachment)
    case .appFinishedLaunching(let app, let process): finishLaunching(app, process)
    case .appDetached(let app, let process): updateProcess(app, process) { $0.isAttached = false }
    case .appEnteredForeground(let app, let process): setForeground(app, process, true)
    case .appEnteredBackground(let app, let process): setForeground(app, process, false)
    case .appExited(let app, let process, let status): noteExit(app, process, status)
    case .launchFailed(let app, let why): noteLaunchFailure(app, why)
    case .appForceQuit(let app): forceQuit(app)
    case .appUsageErased(let app): eraseUsage(of: app)
    case .appRefreshSwitched(let app, let isOn): switchRefresh(app, isOn)
    case .appOpened(let app, let ticket): open(app, ticket)
    case .runCompleted(let number, let success): complete(number, success: success)
    case .expirationAnswered(let number, let hadHandler): answerExpiration(number, hadHandler)
    case .runStopped(let number): expire(number, .user)
    case .progressReported(let number, let progress): noteProgress(number, progress)
    case .processMeasured(let app, let process, let use): noteUse(use, app, process)
    case .dataMoved(let app, let bytes): chargeData(bytes, to: app)
    case .pushArrived(let push): receive(push)
    case .pushHandled(let app): finishPush(of: app)
    case .transferCreated(let transfer): add(transfer)
    case .transferFinished(let key): finish(key)
    case .transferCancelled(let key): cancelTransfer(key)
    case .transferEventsHandled(let app, let session): finishEvents(of: app, session: session)
    case .pressureRose: relievePressure()
    case .deviceResumed(let seed): spreadLaunches(seed: seed)
    case .rebooted: noteReboot()
    case .deviceChanged(let change): changeDevice(change)
    case .clockChanged(let offset): setClock(offset)
    // The timer that was asked for is used up, so it is asked for again even if nothing changed.
    case .timePassed: plannedWake = nil
    case .saveFailed(let changes): undo(changes)
    }
  }

  /// Asks for a wake-up when the next one differs from the one that was asked for.
  private mutating func planWake() {
    let next = nextWake
    guard next != plannedWake else { return }
    plannedWake = next
    effects.append(.wake(at: next ?? .distantFuture))
  }
}

/// How many tasks run or are being launched, by what they take a slot of.
struct SlotCount: Equatable {
  var scheduled = 0
  var processing = 0
  var continued = 0

  mutating func add(_ kind: TaskKind, _ amount: Int) {
    switch kind {
    case .continued: continued += amount
    case .refresh: scheduled += amount
    case .processing, .healthResearch:
      scheduled += amount
      processing += amount
    }
  }
}
