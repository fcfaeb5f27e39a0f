// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Submitting and withdrawing requests: spec 2.3 and 2.4.

extension Engine {
  mutating func submit(_ request: TaskRequest, _ ticket: Ticket) {
    if let refusal = refusal(of: request) {
      effects.append(.refuse(ticket, refusal))
      return
    }
    let old = withdraw(request.key)
    lastSubmission.rawValue += 1
    let pending = PendingRequest(request: request, number: lastSubmission, submittedAt: wallNow)
    admit(pending)
    effects.append(.save(.requestSaved(pending, replacing: old)))
    if old != nil { effects.append(.log(.replaced(request.key))) }
    if let floor = request.earliestBegin, request.kind != .continued,
      floor - wallNow > policy.farFloor
    {
      effects.append(.log(.farFloor(request.key)))
    }
    logWait(of: request.key)
    effects.append(.accept(ticket, replaced: old != nil))
  }

  mutating func cancel(_ key: RequestKey, _ ticket: Ticket) {
    let old = withdraw(key)
    if let old { effects.append(.save(.requestRemoved(old, .cancelled))) }
    effects.append(.confirmCancel(ticket, count: old == nil ? 0 : 1))
  }

  mutating func cancelAll(_ app: AppIdentifier, _ ticket: Ticket) {
    let count = drop(app, because: .cancelled) { _ in true }
    effects.append(.confirmCancel(ticket, count: count))
  }

  /// Makes a request pending, in the queue of its class.
  mutating func admit(_ pending: PendingRequest) {
    guard let key = apps[pending.request.key.app]?.sharing(pending.request.key) else { return }
    var entry = Entry(pending)
    entry.key = key
    entry.submittedAt = min(entry.submittedAt, wallNow)
    let slot = entries.insert(entry)
    apps[key.app]?.requests[key.task] = slot
    enqueue(slot)
    watchRetries(of: key)
  }

  /// Takes a pending request out; `nil` if there is none.
  mutating func withdraw(_ key: RequestKey) -> PendingRequest? {
    guard let slot = apps[key.app]?.requests[key.task], let entry = entries[slot]
    else { return nil }
    releaseLaunchSlot(entry)
    forget(slot, key)
    return entry.pending
  }

  /// Strikes a request off every list.
  mutating func forget(_ slot: Int32, _ key: RequestKey) {
    entries.remove(slot)
    apps[key.app]?.requests[key.task] = nil
    apps[key.app]?.storageRetries[key.task] = nil
    apps[key.app]?.scoredAt[key.task] = nil
  }

  /// Takes out the requests of an app that a test picks.
  ///
  /// - Returns: How many.
  @discardableResult
  mutating func drop(
    _ app: AppIdentifier,
    because cause: RemovalCause,
    where isMeant: (Entry) -> Bool
  ) -> Int {
    let keys = pendingEntries(of: app).filter { isMeant($0.entry) }.map(\.entry.key)
    for key in keys {
      guard let pending = withdraw(key) else { continue }
      effects.append(.save(.requestRemoved(pending, cause)))
    }
    return keys.count
  }

  /// The pending requests of an app in the order of submission.
  ///
  /// - Complexity: O(*k* log *k*) in the number of the app's requests.
  func pendingEntries(of app: AppIdentifier) -> [(slot: Int32, entry: Entry)] {
    (apps[app]?.requests.values ?? [:].values)
      .compactMap { slot in entries[slot].map { (slot, $0) } }
      .sorted { $0.entry.number < $1.entry.number }
  }
}

// MARK: - Refusals

extension Engine {
  /// The first check that a request fails, in the order of spec 2.3.1; `nil` if it passes all.
  func refusal(of request: TaskRequest) -> SubmissionError? {
    guard let app = apps[request.key.app] else { return .unknownApp(request.key.app) }
    guard app.permitted.permits(request.key.task, kind: request.kind) else {
      return .notPermitted(request.key.task, nearest: app.permitted.nearest(to: request.key.task))
    }
    return modeRefusal(request, app) ?? resourceRefusal(request, app)
      ?? switchRefusal(request, app) ?? limitRefusal(request, app)
      ?? immediateRefusal(request, app)
  }

  private func modeRefusal(_ request: TaskRequest, _ app: AppState) -> SubmissionError? {
    guard let mode = request.kind.requiredMode else { return nil }
    guard app.record.facts.backgroundModes.contains(mode) else { return .missingMode(mode) }
    guard request.kind == .healthResearch else { return nil }
    let needed = AppFacts.healthResearchEntitlement
    return app.record.facts.entitlements.contains(needed) ? nil : .missingEntitlement(needed)
  }

  private func resourceRefusal(_ request: TaskRequest, _ app: AppState) -> SubmissionError? {
    guard let details = request.continued else { return nil }
    let supported = supportedResources(of: app)
    guard details.resources & ~supported != 0 else { return nil }
    return .unsupported(resources: details.resources, supported: supported)
  }

  private func supportedResources(of app: AppState) -> Int {
    app.record.facts.entitlements.contains(AppFacts.gpuEntitlement) ? device.resources : 0
  }

  private func switchRefusal(_ request: TaskRequest, _ app: AppState) -> SubmissionError? {
    switch request.kind {
    case .refresh, .processing, .healthResearch:
      return device.isRefreshOn && app.record.isRefreshOn ? nil : .refreshSwitchedOff
    case .continued:
      guard device.isContinuedOn else { return .denied(by: "user") }
      guard request.continued?.strategy != .fail, !app.isForeground else { return nil }
      return .denied(by: "not-in-foreground")
    }
  }

  private func limitRefusal(_ request: TaskRequest, _ app: AppState) -> SubmissionError? {
    let limit: Int
    let counts: (TaskKind) -> Bool
    switch request.kind {
    case .refresh: (limit, counts) = (policy.pendingRefresh, { $0 == .refresh })
    case .processing, .healthResearch: (limit, counts) = (policy.pendingProcessing, \.isProcessing)
    case .continued:
      // One that starts at once does not wait, and so cannot be one too many of those that do.
      // One with `.fail` never waits.
      guard !hasContinuedSlot(app), request.continued?.strategy != .fail else { return nil }
      (limit, counts) = (policy.continuedWaiting, { $0 == .continued })
    }
    guard app.requests.count >= limit else { return nil }
    let isOther = { (entry: Entry) in counts(entry.kind) && entry.key.task != request.key.task }
    let count = app.requests.values.count { entries[$0].map(isOther) ?? false }
    guard count >= limit else { return nil }
    let others = pendingEntries(of: request.key.app).map(\.entry).filter(isOther)
    return .tooMany(limit: limit, pending: others.map(\.key.task.rawValue))
  }

  private func immediateRefusal(_ request: TaskRequest, _ app: AppState) -> SubmissionError? {
    guard request.continued?.strategy == .fail else { return nil }
    guard app.isForeground else { return .cannotStartNow("not-in-foreground") }
    let pending = PendingRequest(request: request, number: lastSubmission, submittedAt: wallNow)
    return reasons(for: Entry(pending)).isEmpty ? nil : .cannotStartNow("slots")
  }

  /// Whether a continued task of an app could start at once.
  func hasContinuedSlot(_ app: AppState) -> Bool {
    slots.continued < policy.continuedSlots
      && runningContinued(of: app) < policy.continuedSlotsPerApp
  }

  /// How many continued tasks of an app take a slot.
  func runningContinued(of app: AppState) -> Int {
    continuedInSlots(of: app.record.facts.identifier).count
  }

  /// The continued tasks of an app that run or are about to, in the order of their start.
  func continuedInSlots(of app: AppIdentifier) -> [RequestKey] {
    keysInSlots { $0 == .continued }.filter { $0.app == app }
  }
}
