// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine
package import NightjarModel
internal import NightjarStore

/// The engine's surroundings: events go in, effects come out and are performed.
///
///     event ──▶ engine ──▶ effects ──▶ queue ──▶ answers, apps, processes, timer
///                 │                      ▲
///                 └── changes ──▶ store ─┘ opens the group when it is on disk
///
/// Everything happens on the loop's thread. An event that comes up while effects are performed
/// waits until they are.
package final class Shell {
  /// What the shell needs from the world.
  package struct Ports {
    var state: any StatePort
    var processes: any ProcessPort
    var links: any AppLinkPort
    var clock: any ClockPort

    /// Where a test has the daemon end; `nil` in production.
    var fault: FaultPoint?

    /// What tells this device from others; it decides in which order apps start after a sleep.
    var seed: Int64 = 0

    /// Makes the set.
    package init(
      state: any StatePort,
      processes: any ProcessPort,
      links: any AppLinkPort,
      clock: any ClockPort
    ) {
      self.state = state
      self.processes = processes
      self.links = links
      self.clock = clock
    }
  }

  /// Called after each event that was handled, with what it led to and the lines of the log among
  /// that; for those who watch.
  package var onHandled: ((Event, [Effect], [LogRecord]) -> Void)?

  private(set) var engine: Engine
  private let ports: Ports
  private var queue = EffectQueue()
  private var replies = Replies()
  private let inbox: Inbox
  private var isWorking = false

  /// Puts an engine into its surroundings.
  ///
  /// What has been posted so far is handled with the next event, so that everything that is told
  /// of effects can be wired up before there are any.
  package init(engine: Engine, ports: Ports, inbox: Inbox) {
    self.engine = engine
    self.ports = ports
    self.inbox = inbox
    inbox.onPost = { [weak self] in self?.work() }
  }

  /// The boot clock.
  var now: Instant { ports.clock.now }

  /// Tells the engine what happened and performs what follows.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - whenHandled: Called when the engine knows of it, which is later when this is called while
  ///     effects are performed, as it is for calls that a peer sends without waiting for answers.
  package func happen(_ event: Event, whenHandled: (() -> Void)? = nil) {
    inbox.post(Inbox.Letter(event: event, whenHandled: whenHandled))
  }

  /// Tells the engine what happened, and the caller when that cannot be forgotten any more.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - whenWritten: Called when what changed is out of this process's hands, so that a kill
  ///     cannot undo it; also when the disk is full and the store keeps it for later.
  func happen(_ event: Event, whenWritten: @escaping () -> Void) {
    inbox.post(Inbox.Letter(event: event, whenWritten: whenWritten))
  }

  /// Makes a ticket for an event that a caller waits to be answered.
  func expect(_ answer: @escaping (Replies.Answer) -> Void) -> Ticket {
    replies.expect(answer)
  }

  /// Writes settings, in their turn among the changes of events.
  ///
  /// - Parameters:
  ///   - settings: The settings; one without a value is forgotten.
  ///   - whenDone: Told whether they are on disk.
  func save(_ settings: [Setting], whenDone: @escaping (_ written: Bool) -> Void) {
    let number = queue.append([], waitingFor: [], isOpen: false, whenDone: whenDone)
    write(Batch(settings: settings, isDurable: true), asGroup: number)
  }

  private func work() {
    guard !isWorking else { return }
    isWorking = true
    defer { isWorking = false }
    while true {
      if let group = queue.popOpen() {
        perform(group)
      } else if let letter = inbox.next() {
        // Whatever wakes first after a sleep, everything is due by then.
        if ports.clock.hasSlept() { decide(Inbox.Letter(event: .deviceResumed(seed: ports.seed))) }
        if let event = lastMeasurement(before: letter.event) {
          decide(Inbox.Letter(event: event))
        }
        decide(letter)
      } else {
        return
      }
    }
  }

  private func decide(_ letter: Inbox.Letter) {
    let event = letter.event
    if ports.state.wantsCheckpoint(pendingCount: engine.pendingCount) { beginJournal() }
    let instant = ports.clock.now
    let effects = engine.handle(event, at: instant)
    var batch = Batch()
    var rest: [Effect] = []
    for effect in effects {
      if case .save(let change) = effect {
        batch.changes.append(change)
      } else if case .log(let line) = effect {
        batch.log.append(LogRecord(line, at: ports.clock.wall))
      } else {
        rest.append(effect)
      }
    }
    batch.journal = [.entry(JournalEntry(at: instant, event: event, effects: effects))]
    let durable = batch.changes.filter(\.mustBeDurable)
    batch.isDurable = !durable.isEmpty
    let number = queue.append(rest, waitingFor: durable, isOpen: durable.isEmpty)
    let log = batch.log
    write(batch, asGroup: number, then: letter.whenWritten)
    onHandled?(event, effects, log)
    letter.whenHandled?()
  }

  /// Decides by other numbers from now on; the journal begins anew with them.
  func change(_ policy: Policy) {
    engine.change(policy)
    beginJournal()
    happen(.timePassed)
  }

  private func beginJournal() {
    let checkpoint = JournalCheckpoint(
      at: ports.clock.now,
      snapshot: engine.checkpoint(),
      policy: engine.policy.text
    )
    ports.state.write(Batch(journal: [.checkpoint(checkpoint)])) { _ in }
  }

  private func write(_ batch: Batch, asGroup number: Int, then: (() -> Void)? = nil) {
    ports.fault?.pass()
    ports.state.write(batch) { [weak self] outcome in
      self?.settle(number, outcome)
      then?()
    }
  }

  private func settle(_ number: Int, _ outcome: WriteOutcome) {
    switch outcome {
    case .committed: queue.open(number)
    // Nobody waits for a batch that may be put off, and the store still has it.
    case .deferred: break
    case .failed:
      // All that waits fails with the first report. Later reports of the same failure are about
      // groups that wait no longer; what waits by then was decided since, and will be written.
      guard queue.isWaiting(number) else { break }
      let changes = queue.failWaiting()
      ports.state.acknowledgeFailure()
      if !changes.isEmpty { inbox.prepend(.saveFailed(changes)) }
    }
    work()
  }

  private func perform(_ group: EffectQueue.Group) {
    for effect in group.effects {
      if !group.hasFailed || effect.standsWithoutSave {
        perform(effect)
      } else if case .accept(let ticket, _) = effect {
        replies.take(ticket)?(.notSaved)
      } else if case .confirmCancel(let ticket, _) = effect {
        replies.take(ticket)?(.notSaved)
      }
    }
    group.whenDone?(!group.hasFailed)
  }

  private func perform(_ effect: Effect) {
    ports.fault?.pass()
    switch effect {
    case .save, .log: break  // They went to the store with the batch.
    case .deliverPush, .holdPush, .dropPush, .startTransfer, .cancelTransfer,
      .deliverTransferEvents:
      break  // No source of pushes or transfers is connected to the daemon yet.
    case .accept(let ticket, let replaced): replies.take(ticket)?(.accepted(replaced: replaced))
    case .refuse(let ticket, let error): replies.take(ticket)?(.refused(error))
    case .confirmCancel(let ticket, let count): replies.take(ticket)?(.cancelled(count: count))
    case .answerSimulation(let ticket, let answer): replies.take(ticket)?(.simulated(answer))
    case .answerOpen(let ticket, let known): replies.take(ticket)?(.opened(known: known))
    case .launch(let app, let inForeground): launch(app, inForeground: inForeground)
    case .deliver(let run): ports.links.deliver(run)
    case .expire(let run, let reason, let until):
      ports.links.expire(run, reason: reason, grace: until - ports.clock.now)
    case .withdraw(let run): ports.links.withdraw(run)
    case .terminate(let app, let process): ports.processes.terminate(app, process)
    case .kill(let app, let process): ports.processes.kill(app, process)
    case .freeze(let app, let process): ports.processes.freeze(app, process)
    case .thaw(let app, let process): ports.processes.thaw(app, process)
    case .measure(let app, let process):
      if let event = measurement(of: app, process) { inbox.append(event) }
    case .wake(let instant): ports.clock.wake(at: instant)
    }
  }

  /// What a run used, which is to be known before its end is decided on.
  private func lastMeasurement(before event: Event) -> Event? {
    var number: RunNumber?
    if case .runCompleted(let it, _) = event { number = it }
    if case .expirationAnswered(let it, hadHandler: false) = event { number = it }
    guard let number, let run = engine.run(number)?.run else { return nil }
    return measurement(of: run.key.app, run.process)
  }

  private func measurement(of app: AppIdentifier, _ process: ProcessIdentity) -> Event? {
    ports.processes.use(of: app, process).map { .processMeasured(app, process, $0) }
  }

  private func launch(_ app: AppIdentifier, inForeground: Bool) {
    // The app may have been removed while the launch waited for the disk.
    guard let facts = engine.overview(of: app)?.record.facts else { return }
    do {
      let process = try ports.processes.launch(facts, inForeground: inForeground)
      inbox.append(.appLaunched(app, process))
    } catch {
      inbox.append(.launchFailed(app, String(describing: error)))
    }
  }
}
