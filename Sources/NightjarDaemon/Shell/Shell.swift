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

  /// Called after each event that was handled, with what it led to; for those who watch.
  package var onHandled: ((Event, [Effect]) -> Void)?

  private(set) var engine: Engine
  private let ports: Ports
  private var queue = EffectQueue()
  private var replies = Replies()
  private let inbox: Inbox
  private var isWorking = false

  /// Puts an engine into its surroundings; what has been posted so far is handled at once.
  package init(engine: Engine, ports: Ports, inbox: Inbox) {
    self.engine = engine
    self.ports = ports
    self.inbox = inbox
    inbox.onPost = { [weak self] in self?.work() }
    work()
  }

  /// The boot clock.
  var now: Instant { ports.clock.now }

  /// Tells the engine what happened and performs what follows.
  package func happen(_ event: Event) {
    inbox.post(event)
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
      } else if let event = inbox.next() {
        decide(event)
      } else {
        return
      }
    }
  }

  private func decide(_ event: Event) {
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
    let entry = JournalEntry(at: instant, event: event, decisions: effects.map(\.decisionText))
    batch.journal = [.entry(entry)]
    let durable = batch.changes.filter(\.mustBeDurable)
    batch.isDurable = !durable.isEmpty
    write(batch, asGroup: queue.append(rest, waitingFor: durable, isOpen: durable.isEmpty))
    onHandled?(event, effects)
  }

  private func beginJournal() {
    let checkpoint = JournalCheckpoint(
      at: ports.clock.now,
      snapshot: engine.checkpoint(),
      policy: engine.policy.preset.rawValue
    )
    ports.state.write(Batch(journal: [.checkpoint(checkpoint)])) { _ in }
  }

  private func write(_ batch: Batch, asGroup number: Int) {
    ports.state.write(batch) { [weak self] outcome in self?.settle(number, outcome) }
  }

  private func settle(_ number: Int, _ outcome: WriteOutcome) {
    switch outcome {
    case .committed: queue.open(number)
    // Nobody waits for a batch that may be put off, and the store still has it.
    case .deferred: break
    case .failed:
      // Later reports of the same failure find nothing waiting, so it is acknowledged once.
      guard let changes = queue.failWaiting() else { break }
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
    switch effect {
    case .save, .log: break  // They went to the store with the batch.
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
    case .wake(let instant): ports.clock.wake(at: instant)
    }
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
