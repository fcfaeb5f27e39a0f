// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// What is due at which instant. Deadlines that no longer mean anything are dropped before the next
// wake-up is asked for, so that an idle machine is not woken for them.

extension Engine {
  mutating func watch(_ matter: Deadline.Matter, until instant: Instant) {
    deadlines.insert(Deadline(at: instant, matter: matter))
  }

  /// Sees to it that a request is looked at again when a delay that it is subject to is over.
  mutating func watchRetries(of key: RequestKey) {
    guard let app = apps[key.app] else { return }
    for instant in app.retries(of: key.task) where instant > now {
      watch(.retry(key.app), until: instant)
    }
  }

  /// Does everything whose instant has come.
  mutating func meetDeadlines() {
    var due: [Deadline] = []
    while let first = deadlines.first, first.at <= now {
      deadlines.removeFirst()
      if mayBeDue(first) { due.append(first) }
    }
    // Runs expire in the order of their launch (3.3.8), before processes are looked at.
    let dueRuns = due.compactMap { if case .run(let number) = $0.matter { number } else { nil } }
    for number in dueRuns.sorted() {
      meetRunDeadline(number)
    }
    // In what order the same instant was asked for must not matter: a restored engine cannot know.
    if due.count > 1 { due.sort { ($0.at, $0.matter.order) < ($1.at, $1.matter.order) } }
    var expected: Set<AppIdentifier> = []
    for deadline in due {
      switch deadline.matter {
      case .run: continue  // Done above.
      case .process(let app):
        meetProcessDeadlines(app)
        expected.insert(app)
      case .retry(let app):
        reconsider(app)
        expected.insert(app)
      case .deliveries(let app), .transfers(let app): expected.insert(app)
      }
    }
    for app in expected.sorted() { deliverWhatWaits(for: app) }
  }

  /// Whether something may be due; a deadline that means nothing any more must not be noticed, as
  /// an engine that is made from a snapshot knows nothing of it.
  private func mayBeDue(_ deadline: Deadline) -> Bool {
    switch deadline.matter {
    case .run: true
    case .process, .retry: isMeaningful(deadline)
    // What they are about is over with the instant; who has nothing to be handed is passed over.
    case .deliveries, .transfers: true
    }
  }

  /// When the engine wants to be told that time has passed; `nil` when only an event can matter.
  var nextWake: Instant? {
    mutating get {
      while let first = deadlines.first, !isMeaningful(first) {
        deadlines.removeFirst()
      }
      let floor = nextFloor.map { wallOffset.instant(of: $0) }
      return [deadlines.first?.at, floor].compactMap(\.self).min()
    }
  }

  /// The next moment that would let something start: a floor passes, or a score is high enough.
  private var nextFloor: WallTime? {
    mutating get {
      var next: WallTime?
      for requestClass in RequestClass.all where entries.population[requestClass.index] > 0 {
        guard isOpen(requestClass), hasSlot(for: requestClass.kind),
          let first = entries.first(of: requestClass)
        else { continue }
        next = min(next ?? first.ticket.readyAt, first.ticket.readyAt)
      }
      return next
    }
  }

  private func isMeaningful(_ deadline: Deadline) -> Bool {
    switch deadline.matter {
    case .run(let number):
      guard let record = runs[number], !isLost(record.run) else { return false }
      let stall = record.expiration == nil ? record.quietSince.map { $0 + policy.stallTime } : nil
      return (record.graceEnds ?? record.run.deadline) == deadline.at || stall == deadline.at
    case .process(let app):
      return apps[app]?.processes.contains { process in
        process.deadline == deadline.at || process.freezesAt == deadline.at
          || process.settlesAt == deadline.at
          || (process.meter.measuresAt == deadline.at && isLimited(process))
      } == true || apps[app]?.push.handling.contains { $0.until == deadline.at } == true
    case .deliveries(let app): return deliveryInstants(of: app).contains(deadline.at)
    case .transfers(let app): return transferInstants(of: app).contains(deadline.at)
    case .retry(let app):
      guard let state = apps[app] else { return false }
      return state.hasRetry(at: deadline.at)
        || (hasMeteredRequest(app) && meterInstants(of: app).contains(deadline.at))
    }
  }
}
