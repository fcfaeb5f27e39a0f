// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Choosing what starts. The queue of each class is in the order in which its requests may start, so
// only its first ones are ever looked at; one that its app holds back is set aside until the app
// changes.

extension Engine {
  /// A request that may start, and how much better the moment is than it has to be.
  private struct Candidate {
    let ticket: EntryTable.QueueTicket
    let entry: Entry

    /// Points above the threshold; the same for all where nothing is scored.
    let margin: Double

    /// The best moment goes first, then the oldest request (5.4).
    func precedes(_ other: Self) -> Bool {
      if margin != other.margin { return margin > other.margin }
      return (entry.eligible, entry.number) < (other.entry.eligible, other.entry.number)
    }
  }

  /// Starts everything that may start.
  mutating func dispatch() {
    rekeyStaleClasses()
    while let choice = nextCandidate() {
      let reasons = holds(of: choice.entry)
      logDecision(choice.entry, reasons)
      if reasons.isEmpty {
        begin(choice.ticket.slot, simulated: false)
      } else {
        entries.hold(choice.ticket.slot)
        watchHolds(of: choice.entry.key, reasons)
      }
    }
  }

  /// The best request among all classes whose gates are open.
  private mutating func nextCandidate() -> Candidate? {
    var best: Candidate?
    for requestClass in RequestClass.all where entries.population[requestClass.index] > 0 {
      guard isOpen(requestClass), hasSlot(for: requestClass.kind),
        let candidate = candidate(of: requestClass)
      else { continue }
      if best.map(candidate.precedes) ?? true { best = candidate }
    }
    return best
  }

  private mutating func candidate(of requestClass: RequestClass) -> Candidate? {
    guard policy.weights(of: requestClass.kind) != nil else {
      guard let first = entries.first(of: requestClass), first.ticket.readyAt <= wallNow
      else { return nil }
      return Candidate(ticket: first.ticket, entry: first.entry, margin: 0)
    }
    var best: Candidate?
    for ticket in entries.popReady(of: requestClass, now: wallNow) {
      guard let entry = entries[ticket.slot] else { continue }
      // The moment that was good enough may have gone by while there was no slot.
      let readyAt = readyAt(entry)
      entries.requeue(ticket, readyAt: readyAt)
      guard readyAt <= wallNow else { continue }
      let candidate = Candidate(ticket: ticket, entry: entry, margin: margin(of: entry))
      if best.map(candidate.precedes) ?? true { best = candidate }
    }
    return best
  }

  /// Works out anew when the requests of a class may start, if what counts for them has changed.
  ///
  /// A class whose gates are closed stays as it is until they open: nobody looks at it. One without
  /// requests has nothing to put in order.
  private mutating func rekeyStaleClasses() {
    let stale = staleClasses & openClasses
    guard stale != 0 else { return }
    staleClasses &= ~stale
    for requestClass in RequestClass.all where stale & (1 << UInt16(requestClass.index)) != 0 {
      guard entries.population[requestClass.index] > 0 else { continue }
      entries.rekey(requestClass, readyAt: readyAt)
    }
  }

  /// Puts a request into the queue, by the moment at which it may start.
  mutating func enqueue(_ slot: Int32) {
    guard let entry = entries[slot] else { return }
    entries.enqueue(slot, readyAt: readyAt(entry))
  }

  /// Whether the machine lets a class run: every gate that is the same for all its requests.
  func isOpen(_ requestClass: RequestClass) -> Bool {
    openClasses & (1 << UInt16(requestClass.index)) != 0
  }

  /// Works out which classes the machine lets run.
  var openClassesNow: UInt16 {
    RequestClass.all.reduce(0) { bits, requestClass in
      guard deviceReasons(for: requestClass).isEmpty else { return bits }
      return bits | (1 << UInt16(requestClass.index))
    }
  }

  func hasSlot(for kind: TaskKind) -> Bool {
    switch kind {
    case .refresh: slots.scheduled < policy.slots
    case .processing, .healthResearch:
      slots.scheduled < policy.slots && slots.processing < policy.processingSlots
    case .continued: slots.continued < policy.continuedSlots
    }
  }

  /// Looks again at the requests of an app, after something about it changed.
  ///
  /// - Complexity: O(*k* log *n*) in the number of the app's requests.
  mutating func reconsider(_ app: AppIdentifier) {
    for (slot, entry) in pendingEntries(of: app)
    where entry.place == .held || entry.place == .queued {
      enqueue(slot)
    }
  }

  /// Starts one request: hands it over if the app is up, launches the app otherwise.
  mutating func begin(_ slot: Int32, simulated: Bool) {
    guard let entry = entries[slot], let app = apps[entry.key.app] else { return }
    let target = app.deliveryTarget(for: entry.kind, simulated: simulated)
    if let target, let identity = target.identity {
      handOver(slot, to: identity, simulated: simulated)
      return
    }
    entries.beginLaunch(slot, simulated: simulated)
    if !simulated { slots.add(entry.kind, 1) }
    // A continued task belongs to a process of the user's, so no other is started for it. A process
    // that goes away or comes back is waited for; its end or return leads here again.
    guard entry.kind != .continued, !app.isLaunching, !app.mustWaitForProcess else { return }
    launch(entry.key.app, inForeground: false)
  }

  mutating func launch(_ app: AppIdentifier, inForeground: Bool) {
    apps[app]?.processes.append(
      ProcessRecord(
        app: app,
        identity: nil,
        phase: .launching,
        deadline: now + policy.launchTime,
        isDaemonStarted: true,
        isForeground: inForeground
      )
    )
    watch(.process(app), until: now + policy.launchTime)
    effects.append(.launch(app, inForeground: inForeground))
  }

  /// Gives the slot back that a request took while its app was being launched.
  mutating func releaseLaunchSlot(_ entry: Entry) {
    guard entry.place == .launching(simulated: false) else { return }
    slots.add(entry.kind, -1)
    // Another continued task of the app may have waited for this one's slot.
    if entry.kind == .continued { reconsider(entry.key.app) }
  }

  /// Puts the requests that waited for a launch back into their queues.
  ///
  /// - Returns: The tasks they are for.
  @discardableResult
  mutating func abandonLaunch(of app: AppIdentifier) -> [TaskIdentifier] {
    var tasks: [TaskIdentifier] = []
    for (slot, entry) in pendingEntries(of: app) {
      guard case .launching = entry.place else { continue }
      releaseLaunchSlot(entry)
      enqueue(slot)
      tasks.append(entry.key.task)
    }
    return tasks
  }

  /// Hands over what waited for a process of the app that now can be handed tasks.
  ///
  /// Gates may have closed meanwhile, and nothing may start outside them (5.1).
  mutating func beginLaunched(of app: AppIdentifier) {
    for (slot, entry) in pendingEntries(of: app) {
      guard case .launching(let simulated) = entry.place else { continue }
      releaseLaunchSlot(entry)
      enqueue(slot)
      if simulated || reasons(for: entry).isEmpty { begin(slot, simulated: simulated) }
    }
  }

  /// Queues what waited for a process that will not come, and tries simulated launches anew, since
  /// those were promised.
  mutating func retryLaunch(of app: AppIdentifier) {
    let simulated = pendingEntries(of: app).filter { $0.entry.place == .launching(simulated: true) }
    abandonLaunch(of: app)
    for (slot, _) in simulated {
      begin(slot, simulated: true)
    }
  }
}
