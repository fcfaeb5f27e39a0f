// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
package import NightjarModel

/// A virtual device whose apps are played by scripts.
package struct ScriptedDevice {
  /// Something that an app will do by itself.
  enum Act: Hashable {
    /// The work of a run is done.
    case workDone(RunNumber)

    /// The work of a run has stopped, as its expiration handler asked.
    case workStopped(RunNumber)

    /// A run reports that it is so many millionths far.
    case progress(RunNumber, millionths: Int)

    /// The push that a process was handed is handled.
    case pushHandled(AppIdentifier, ProcessIdentity)
  }

  /// A run in the hands of a script.
  struct Play {
    let key: RequestKey
    let process: ProcessIdentity
    let script: TaskScript
  }

  /// The device.
  package private(set) var device: VirtualDevice

  var scripts: [AppIdentifier: AppScript]

  /// What each app's list permits, worked out once for each build.
  var permitted: [AppIdentifier: PermittedIdentifiers] = [:]
  var plays: [RunNumber: Play] = [:]
  var agenda = Agenda<Act>()

  /// How often each task was entered.
  var entries: [RequestKey: Int] = [:]

  /// How many transfers each app has made for its chain.
  var chained: [AppIdentifier: Int] = [:]

  /// Gives the apps of a device their scripts.
  package init(device: VirtualDevice, scripts: [AppIdentifier: AppScript]) {
    self.device = device
    self.scripts = scripts
    permitted = device.facts.mapValues { PermittedIdentifiers(of: $0) }
  }

  /// The next moment at which something happens by itself.
  package var nextMoment: Instant { min(device.nextMoment, agenda.next) }

  /// Lets everything happen that happens by itself before a moment, and makes it the present.
  package mutating func run(before moment: Instant) {
    while nextMoment < moment { step() }
    device.skip(to: moment)
  }

  /// Lets everything happen that happens by itself up to a moment, and makes it the present.
  package mutating func run(through moment: Instant) {
    while nextMoment <= moment { step() }
    device.skip(to: moment)
  }

  /// Does something to the device, and lets the apps answer.
  package mutating func act(_ deed: (inout VirtualDevice) -> Void) {
    deed(&device)
    react()
  }

  /// Takes over what an app does from now on.
  package mutating func update(_ facts: AppFacts, _ script: AppScript) {
    scripts[facts.identifier] = script
    permitted[facts.identifier] = PermittedIdentifiers(of: facts)
    act { $0.install(facts) }
  }

  /// What happened since the last call, in order.
  package mutating func takeRecord() -> [Happening] { device.takeRecord() }

  private mutating func step() {
    let moment = max(nextMoment, device.now)
    if agenda.next <= moment, agenda.next <= device.nextMoment {
      device.skip(to: moment)
      while let act = agenda.takeNext(by: moment) { perform(act) }
    } else {
      device.advance(to: moment)
    }
    react()
  }

  private mutating func react() {
    while true {
      let handovers = device.takeHandovers()
      guard !handovers.isEmpty else { return }
      for handover in handovers { take(handover) }
    }
  }
}

// MARK: - What apps do with what they are handed

extension ScriptedDevice {
  private mutating func take(_ handover: Handover) {
    switch handover {
    case .task(let run): enter(run)
    case .expiration(let run, let reason, _): expire(run, reason)
    case .push(let push, let process):
      let work = scripts[push.app]?.pushWork ?? .seconds(1)
      agenda.add(.pushHandled(push.app, process), at: device.now + work)
    case .transferEvents(let app, let session, let process):
      guard device.lives(process) else { return }
      continueChain(of: app, session: session)
      device.send(.transferEventsHandled(app, session: session))
    }
  }

  private mutating func enter(_ run: Run) {
    guard device.lives(run.process), device.engine.run(run.number) != nil else { return }
    let app = scripts[run.key.app] ?? AppScript()
    entries[run.key, default: 0] += 1
    let script = app.tasks[run.key.task] ?? TaskScript(kind: run.consumed.request.kind)
    guard app.registers.contains(run.key.task), entries[run.key, default: 0] > script.crashes
    else { return device.crash(run.process) }
    plays = plays.filter { device.engine.run($0.key) != nil }
    plays[run.number] = Play(key: run.key, process: run.process, script: script)
    if let work = script.work {
      // Work that took no time at all could be done for ever without time passing.
      let end = device.now + max(work, .milliseconds(1))
      agenda.add(.workDone(run.number), at: end)
    }
    if let pace = script.pace { report(run.number, pace, millionths: pace.step) }
    if let next = script.next, next.isAtStart { resubmit(run.key, script, after: next.after) }
  }

  private mutating func report(_ run: RunNumber, _ pace: TaskScript.Pace, millionths: Int) {
    let far = min(millionths, 1_000_000)
    agenda.add(.progress(run, millionths: far), at: device.now + pace.interval)
  }

  private mutating func expire(_ run: Run, _ reason: ExpirationReason) {
    guard device.lives(run.process) else { return }
    let script = plays[run.number]?.script
    switch script?.expiry {
    case .hasNoHandler:
      plays[run.number] = nil
      device.answer(run, reason, hasHandler: false)
    case .isIgnored: device.answer(run, reason, hasHandler: true)
    case .completes(let span):
      agenda.removeAll { $0 == .workDone(run.number) }
      agenda.add(.workStopped(run.number), at: device.now + span)
      device.answer(run, reason, hasHandler: true)
    case nil: break  // It ended before it was asked.
    }
  }

  private mutating func perform(_ act: Act) {
    switch act {
    case .workDone(let run): finish(run, success: nil)
    case .workStopped(let run): finish(run, success: false)
    case .progress(let run, let millionths):
      guard let play = current(run), let pace = play.script.pace else { return }
      let progress = TaskProgress(
        completed: Int64(millionths),
        total: 1_000_000,
        millionths: millionths
      )
      device.send(.progressReported(run, progress))
      report(run, pace, millionths: millionths + pace.step)
    case .pushHandled(let app, let process):
      if device.lives(process) { device.send(.pushHandled(app)) }
    }
  }

  private mutating func finish(_ run: RunNumber, success: Bool?) {
    guard let play = current(run) else { return }
    plays[run] = nil
    if let next = play.script.next, !next.isAtStart {
      resubmit(play.key, play.script, after: next.after)
    }
    device.complete(run, success: success ?? play.script.success)
  }

  /// The play of a run, as long as the run and its process are there.
  private mutating func current(_ run: RunNumber) -> Play? {
    guard let play = plays[run] else { return nil }
    if device.lives(play.process), device.engine.run(run) != nil { return play }
    plays[run] = nil
    return nil
  }

  private mutating func resubmit(_ key: RequestKey, _ script: TaskScript, after span: TimeSpan?) {
    request(key, script.kind, script.conditions, after: span, strategy: .queue, label: nil)
  }

  private mutating func continueChain(of app: AppIdentifier, session: String) {
    guard let chain = scripts[app]?.chain, !device.isForeground(app) else { return }
    let made = chained[app, default: 0]
    guard made < chain.count else { return }
    chained[app] = made + 1
    let key = TransferKey(app: app, session: session, identifier: "\(session)#\(made + 1)")
    device.createTransfer(key, takes: chain.takes)
  }
}

// MARK: - Submitting

extension ScriptedDevice {
  /// An app's code submits a request; a permitted one without a handler stops the program (2.3.3).
  ///
  /// - Parameters:
  ///   - key: Who asks for what.
  ///   - kind: Which kind of work.
  ///   - conditions: What must hold.
  ///   - span: The floor, from now on.
  ///   - strategy: What a continued request does that cannot start at once.
  ///   - label: What the submitter calls it, for the record.
  package mutating func submit(
    _ key: RequestKey,
    _ kind: TaskKind,
    _ conditions: Conditions,
    after span: TimeSpan?,
    strategy: ContinuedDetails.Strategy,
    label: String?
  ) {
    request(key, kind, conditions, after: span, strategy: strategy, label: label)
    react()
  }

  private mutating func request(
    _ key: RequestKey,
    _ kind: TaskKind,
    _ conditions: Conditions,
    after span: TimeSpan?,
    strategy: ContinuedDetails.Strategy,
    label: String?
  ) {
    if permitted[key.app]?.permits(key.task, kind: kind) == true,
      scripts[key.app]?.registers.contains(key.task) != true
    {
      return device.noteTrap(of: key, label: label)
    }
    let request = TaskRequest(
      key: key,
      kind: kind,
      earliestBegin: span.map { device.wall + $0 },
      conditions: kind.isProcessing ? conditions : [],
      continued: kind == .continued
        ? ContinuedDetails(title: key.task.rawValue, subtitle: "", strategy: strategy) : nil
    )
    device.submit(request, label: label)
  }
}

extension PermittedIdentifiers {
  fileprivate init(of facts: AppFacts) {
    self.init(entries: facts.permittedIdentifiers, bundleIdentifier: facts.bundleIdentifier)
  }
}
