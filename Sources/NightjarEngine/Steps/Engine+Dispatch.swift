// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Choosing what starts. The queue of each class is in the order of eligibility, so only its first
// request is ever looked at; one that its app holds back is set aside until the app changes.

extension Engine {
  /// Starts everything that may start.
  mutating func dispatch() {
    while let choice = nextCandidate() {
      if holds(of: choice.entry).isEmpty {
        begin(choice.slot, simulated: false)
      } else {
        entries.hold(choice.slot)
      }
    }
  }

  /// The request that became eligible first among all classes whose gates are open.
  private mutating func nextCandidate() -> (slot: Int32, entry: Entry)? {
    var best: (ticket: EntryTable.QueueTicket, entry: Entry)?
    for requestClass in RequestClass.all where entries.population[requestClass.index] > 0 {
      guard isOpen(requestClass), hasSlot(for: requestClass.kind),
        let first = entries.first(of: requestClass), first.ticket.eligible <= wallNow
      else { continue }
      if best.map({ first.ticket < $0.ticket }) ?? true { best = first }
    }
    return best.map { ($0.ticket.slot, $0.entry) }
  }

  /// Whether the machine lets a class run: every gate that is the same for all its requests.
  func isOpen(_ requestClass: RequestClass) -> Bool {
    deviceReasons(for: requestClass).isEmpty
  }

  func hasSlot(for kind: TaskKind) -> Bool {
    switch kind {
    case .refresh: slots.scheduled < policy.slots
    case .processing, .healthResearch:
      slots.scheduled < policy.slots && slots.processing < policy.processingSlots
    case .continued: slots.continued < policy.continuedSlots
    }
  }

  /// Looks again at the requests that an app held back, after something about it changed.
  ///
  /// - Complexity: O(*k* log *n*) in the number of the app's requests.
  mutating func reconsider(_ app: AppIdentifier) {
    for (slot, entry) in pendingEntries(of: app) where entry.place == .held {
      entries.enqueue(slot)
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
      entries.enqueue(slot)
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
      entries.enqueue(slot)
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
