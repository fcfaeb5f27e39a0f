// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel

/// A device that lives through a recorded time anew: users and apps do what they did, and the
/// scheduler decides by other facts.
///
/// Processes that the daemon starts are virtual, as which ones there are follows from what is
/// decided; those that users started are the recorded ones.
struct ReplayedDevice {
  /// A run in the hands of its recorded code.
  private struct Play {
    let run: RecordedRun
    let process: ProcessIdentity
    let startWall: WallTime
  }

  /// Something that a run will do by itself.
  private struct Act {
    let number: RunNumber
    let step: RecordedRun.Step
  }

  /// A start of a task.
  struct Start: Hashable {
    let key: RequestKey
    let wall: WallTime
  }

  private(set) var device: VirtualDevice
  private(set) var starts: [Start] = []
  private let life: RecordedLife
  private let changes: [DeviceChange]
  private var agenda = Agenda<Act>()
  private var plays: [RunNumber: Play] = [:]
  private var played: [RequestKey: Int] = [:]

  /// The apps whose start was asked for before the record begins, and whose launch is recorded.
  private var awaited: Set<AppIdentifier>

  /// The recorded processes that are in front, by the record.
  private var inFront: Set<ProcessIdentity> = []

  /// Makes the device as it was when the record begins.
  ///
  /// - Parameters:
  ///   - life: What users and apps do.
  ///   - changes: The facts that are different all the time.
  init(_ life: RecordedLife, changes: [DeviceChange]) {
    var snapshot = life.first.snapshot
    for change in changes { _ = snapshot.device.apply(change) }
    device = VirtualDevice(policy: life.first.policy, snapshot: snapshot, at: life.first.at)
    // What rings at what instant is what is compared.
    device.timerGrain = .zero
    self.life = life
    self.changes = changes
    awaited = Set(snapshot.processes.filter { $0.identity == nil }.map(\.app))
    for process in snapshot.processes {
      guard let identity = process.identity else { continue }
      device.adopt(identity, of: process.app, isForeground: process.isForeground)
      if process.isForeground { inFront.insert(identity) }
    }
    for record in snapshot.runs { enter(record.run) }
    device.send(.timePassed)
    react()
  }

  /// Plays everything.
  mutating func play() {
    for record in life.outside {
      run { $0 < record.at }
      device.skip(to: record.at)
      happen(record.event)
      react()
    }
    let end = life.end
    run { $0 <= end }
    device.skip(to: end)
  }

  private mutating func run(while isDue: (Instant) -> Bool) {
    while true {
      let moment = min(device.nextMoment, agenda.next)
      guard moment < .distantFuture, isDue(moment) else { return }
      if agenda.next <= device.nextMoment {
        device.skip(to: moment)
        if let act = agenda.takeNext(by: moment) { perform(act) }
      } else {
        device.advance(to: max(moment, device.now))
      }
      react()
    }
  }

  private mutating func react() {
    while true {
      let handovers = device.takeHandovers()
      for handover in handovers { take(handover) }
      for happening in device.takeRecord() {
        guard case .started(let run) = happening.event else { continue }
        starts.append(Start(key: run.key, wall: happening.wall))
      }
      if handovers.isEmpty { return }
    }
  }
}

// MARK: - What came from outside

extension ReplayedDevice {
  private mutating func happen(_ event: Event) {
    switch event {
    case .submitted(let request, _): device.submit(request)
    case .cancelled(let key, _): device.ask { .cancelled(key, $0) }
    case .cancelledAll(let app, _): device.ask { .cancelledAll(app, $0) }
    case .launchSimulated(let key, _): _ = device.simulateLaunch(key)
    case .expirationSimulated(let key, _): _ = device.simulateExpiration(key)
    case .runStopped(let number):
      if let key = life.keys[number] { device.stop(key) }
    case .deviceChanged(let change):
      if !changes.contains(where: { $0.isAboutSame(as: change) }) { device.change(change) }
    case .appOpened(let app, _): device.ask { .appOpened(app, $0) }
    case .appForceQuit(let app): device.quit(app)
    case .appInstalled(let facts):
      device.facts[facts.identifier] = facts
      device.send(event)
    case .appAttached, .appLaunched, .appFinishedLaunching, .appDetached, .appEnteredForeground,
      .appEnteredBackground, .appExited, .launchFailed, .processMeasured:
      happenToProcess(event)
    case .appRemoved, .appUsageErased, .appRefreshSwitched, .pushArrived, .pushHandled,
      .transferCreated, .transferFinished, .transferCancelled, .transferEventsHandled,
      .pressureRose, .rebooted, .deviceResumed, .clockChanged, .timePassed, .saveFailed,
      .runCompleted, .expirationAnswered, .progressReported, .dataMoved:
      device.send(event)
    }
  }

  private mutating func happenToProcess(_ event: Event) {
    switch event {
    case .appLaunched(let app, let process):
      guard awaited.remove(app) != nil else { return }
      device.adopt(process, of: app, isForeground: false)
      device.send(event)
    case .launchFailed(let app, _):
      if awaited.remove(app) != nil { device.send(event) }
    case .appAttached(let attachment):
      let (app, process) = (attachment.facts.identifier, attachment.process)
      // An app may become known by connecting, and may be a new build when it does.
      device.facts[app] = attachment.facts
      if attachment.isForeground { inFront.insert(process) }
      guard device.lives(process) || !attachment.isDaemonStarted else { return }
      device.adopt(process, of: app, isForeground: attachment.isForeground)
      device.send(event)
    case .appEnteredForeground(let app, let process): bring(app, process, toFront: true)
    case .appEnteredBackground(let app, let process): bring(app, process, toFront: false)
    case .appExited(let app, let process, let status):
      let wasInFront = inFront.remove(process) != nil
      if device.lives(process) {
        device.end(process, status)
      } else if wasInFront, let own = device.process(of: app), device.isForeground(app) {
        device.end(own, status)
      }
    case .appFinishedLaunching(_, let process), .appDetached(_, let process),
      .processMeasured(_, let process, _):
      if device.lives(process) { device.send(event) }
    case .submitted, .cancelled, .cancelledAll, .launchSimulated, .expirationSimulated,
      .appInstalled, .appRemoved, .appForceQuit, .appOpened, .appUsageErased, .appRefreshSwitched,
      .runCompleted, .expirationAnswered, .runStopped, .progressReported, .pushArrived,
      .pushHandled, .transferCreated, .transferFinished, .transferCancelled,
      .transferEventsHandled, .pressureRose, .rebooted, .deviceChanged, .deviceResumed,
      .clockChanged, .timePassed, .saveFailed, .dataMoved:
      break
    }
  }

  /// A user brings an app to the front or leaves it, whichever process of it there is now.
  private mutating func bring(
    _ app: AppIdentifier,
    _ process: ProcessIdentity,
    toFront isForeground: Bool
  ) {
    if isForeground { inFront.insert(process) } else { inFront.remove(process) }
    let own = device.lives(process) ? process : device.process(of: app)
    guard let own else {
      if isForeground { device.ask { .appOpened(app, $0) } }
      return
    }
    guard device.processes[own]?.isForeground != isForeground else { return }
    device.processes[own]?.isForeground = isForeground
    device.send(isForeground ? .appEnteredForeground(app, own) : .appEnteredBackground(app, own))
  }
}

// MARK: - What the code of tasks does

extension ReplayedDevice {
  private mutating func take(_ handover: Handover) {
    switch handover {
    case .task(let run):
      if device.lives(run.process), device.engine.run(run.number) != nil { enter(run) }
    case .expiration(let run, let reason, _): expire(run, reason)
    case .push(let push, let process):
      if device.lives(process) { device.send(.pushHandled(push.app)) }
    case .transferEvents(let app, let session, let process):
      if device.lives(process) { device.send(.transferEventsHandled(app, session: session)) }
    }
  }

  /// A task that was never recorded works for a second and succeeds.
  private static func unknown(_ key: RequestKey) -> RecordedRun {
    var run = RecordedRun(key: key)
    run.deeds = [RecordedRun.Deed(after: .seconds(1), step: .complete(success: true))]
    return run
  }

  private mutating func enter(_ run: Run) {
    let recorded = life.runs[run.key] ?? []
    let place = played[run.key, default: 0]
    played[run.key] = place + 1
    let code =
      place < recorded.count
      ? recorded[place] : recorded.last?.again ?? Self.unknown(run.key)
    plays[run.number] = Play(run: code, process: run.process, startWall: run.startedWall)
    for deed in code.deeds {
      // Work that took no time at all could be done for ever without time passing.
      let moment = run.startedAt + max(deed.after, .milliseconds(1))
      agenda.add(Act(number: run.number, step: deed.step), at: max(moment, device.now))
    }
  }

  private mutating func expire(_ run: Run, _ reason: ExpirationReason) {
    guard let play = plays[run.number], device.lives(run.process) else { return }
    agenda.removeAll { $0.number == run.number }
    let expiry = play.run.expiry ?? RecordedRun.Expiry(completes: .seconds(1))
    if expiry.hadHandler, let span = expiry.completes {
      let act = Act(number: run.number, step: .complete(success: false))
      agenda.add(act, at: device.now + max(span, .milliseconds(1)))
    }
    device.answer(run, reason, hasHandler: expiry.hadHandler)
  }

  private mutating func perform(_ act: Act) {
    guard let play = plays[act.number], device.lives(play.process),
      device.engine.run(act.number) != nil
    else {
      plays[act.number] = nil
      return
    }
    switch act.step {
    case .submit(var request, let floor):
      request.earliestBegin = floor.map { play.startWall + $0 }
      device.submit(request)
    case .progress(let progress): device.send(.progressReported(act.number, progress))
    case .complete(let success):
      plays[act.number] = nil
      device.complete(act.number, success: success)
    case .crash:
      plays[act.number] = nil
      device.crash(play.process)
    }
  }
}

extension VirtualDevice {
  /// Takes over a process that runs already.
  mutating func adopt(_ process: ProcessIdentity, of app: AppIdentifier, isForeground: Bool) {
    processes[process] = VirtualProcess(app: app, isForeground: isForeground)
  }
}

extension DeviceChange {
  /// Whether both are about the same fact.
  fileprivate func isAboutSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.power, .power), (.battery, .battery), (.network, .network), (.idle, .idle),
      (.lowPower, .lowPower), (.refresh, .refresh), (.continued, .continued),
      (.thermal, .thermal), (.quiet, .quiet), (.resources, .resources):
      true
    case (.power, _), (.battery, _), (.network, _), (.idle, _), (.lowPower, _), (.refresh, _),
      (.continued, _), (.thermal, _), (.quiet, _), (.resources, _):
      false
    }
  }
}
