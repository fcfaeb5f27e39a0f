// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// When background transfers begin, and when an app is woken for them: spec 6.4 and 6.5.

extension Engine {
  mutating func add(_ transfer: Transfer) {
    let name = transfer.key.app
    guard let app = apps[name] else { return }
    guard !transfer.isTreatedAsDiscretionary || (device.isRefreshOn && app.record.isRefreshOn)
    else { return effects.append(.cancelTransfer(transfer, .refreshSwitchedOff)) }
    resetQuietDelay(of: name)
    let startsAt = transfer.isFromBackground ? max(now, delayEnd(of: name)) : now
    apps[name]?.transfers.waiting.append(
      TransferState.Waiting(transfer: transfer, createdAt: now, startsAt: startsAt)
    )
    expecting.insert(name)
    startTransfers(of: name)
  }

  /// Starts the waiting transfers of an app that may start by now.
  mutating func startTransfers(of name: AppIdentifier) {
    guard let app = apps[name] else { return }
    var rest: [TransferState.Waiting] = []
    for waiting in app.transfers.waiting {
      let reasons = transferReasons(for: waiting, app)
      if reasons.isEmpty, waiting.startsAt <= now {
        apps[name]?.transfers.running.append(waiting.transfer)
        effects.append(.startTransfer(waiting.transfer))
        continue
      }
      rest.append(waiting)
    }
    apps[name]?.transfers.waiting = rest
    watchDeliveries(of: name)
  }

  /// When something passes that holds a waiting transfer of an app back.
  func transferInstants(of name: AppIdentifier) -> [Instant] {
    guard let app = apps[name] else { return [] }
    return app.transfers.waiting.flatMap { waiting in
      transferReasons(for: waiting, app).compactMap(\.clearsAt).map { wallOffset.instant(of: $0) }
        + [waiting.startsAt, waiting.createdAt + policy.transferPatience]
    }
  }

  mutating func finish(_ key: TransferKey) {
    guard let index = apps[key.app]?.transfers.running.firstIndex(where: { $0.key == key })
    else { return }
    apps[key.app]?.transfers.running.remove(at: index)
    noteSessionEnd(key)
  }

  mutating func cancelTransfer(_ key: TransferKey) {
    apps[key.app]?.transfers.waiting.removeAll { $0.transfer.key == key }
    apps[key.app]?.transfers.running.removeAll { $0.key == key }
    noteSessionEnd(key)
  }

  /// One wake for a batch: only when the last transfer of a session has ended (6.4.3).
  private mutating func noteSessionEnd(_ key: TransferKey) {
    guard let transfers = apps[key.app]?.transfers else { return }
    let isOpen =
      transfers.waiting.contains { $0.transfer.key.session == key.session }
      || transfers.running.contains { $0.key.session == key.session }
    guard !isOpen, !transfers.finished.contains(key.session) else { return }
    apps[key.app]?.transfers.finished.append(key.session)
    expecting.insert(key.app)
    deliverWhatWaits(for: key.app)
  }

  /// Hands an app the events of its finished sessions; resumes or launches it for that.
  mutating func deliverTransferEvents(of name: AppIdentifier) {
    guard let app = apps[name], !app.transfers.finished.isEmpty, !app.record.isForceQuit
    else { return }
    guard let process = app.deliveryTarget?.identity else {
      return launchForDelivery(name)
    }
    wakeUp(name, process)
    if !app.isForeground { doubleDelay(of: name) }
    for session in app.transfers.finished {
      effects.append(.deliverTransferEvents(name, session: session, process))
      apps[name]?.transfers.delivering[session] = process
    }
    apps[name]?.transfers.finished = []
  }

  mutating func finishEvents(of app: AppIdentifier, session: String) {
    apps[app]?.transfers.delivering[session] = nil
    planFreeze(app)
  }

  /// Ends all transfers of an app for a reason of the system's (6.6.1).
  mutating func cancelTransfers(
    of app: AppIdentifier,
    because why: TransferCancellation,
    onlyDiscretionary: Bool = false
  ) {
    guard let transfers = apps[app]?.transfers else { return }
    let isMeant: (Transfer) -> Bool = { !onlyDiscretionary || $0.isTreatedAsDiscretionary }
    let ended = (transfers.waiting.map(\.transfer) + transfers.running).filter(isMeant)
    effects += ended.map { .cancelTransfer($0, why) }
    apps[app]?.transfers.waiting.removeAll { isMeant($0.transfer) }
    apps[app]?.transfers.running.removeAll(where: isMeant)
  }

  // MARK: - The resume limiter

  /// A wake in the background doubles what transfers made in the background wait (6.5.5).
  private mutating func doubleDelay(of app: AppIdentifier) {
    guard let delay = apps[app]?.transfers.delay else { return }
    let next = delay == .zero ? policy.transferDelay : min(delay * 2, policy.longestTransferDelay)
    apps[app]?.transfers.delay = next
    apps[app]?.transfers.delayEnds = now + next
  }

  /// A delay that has passed without a wake, and without a transfer that would bring one, is over.
  private mutating func resetQuietDelay(of app: AppIdentifier) {
    guard let transfers = apps[app]?.transfers, transfers.delay > .zero else { return }
    let isQuiet = transfers.waiting.isEmpty && transfers.running.isEmpty
    if isQuiet, transfers.delayEnds <= now { resetDelay(of: app) }
  }

  mutating func resetDelay(of app: AppIdentifier) {
    apps[app]?.transfers.delay = .zero
    apps[app]?.transfers.delayEnds = .zero
  }

  private func delayEnd(of app: AppIdentifier) -> Instant {
    guard let transfers = apps[app]?.transfers, transfers.delay > .zero else { return now }
    return transfers.delayEnds
  }

  // MARK: - Gates

  /// Everything that holds a transfer back; one that is not discretionary meets no gate (5.3).
  private func transferReasons(for waiting: TransferState.Waiting, _ app: AppState) -> [Reason] {
    let transfer = waiting.transfer
    var reasons: [Reason] = []
    if let floor = transfer.earliestBegin, floor > wallNow {
      reasons.append(.notBefore(floor, now: wallNow))
    }
    guard transfer.isTreatedAsDiscretionary else {
      if device.network == .none { reasons.append(.waitingForNetwork) }
      return reasons
    }
    reasons += commonReasons(for: .discretionaryTransfer, app)
    if device.network == .metered, policy.gates.applies(.budget, to: .discretionaryTransfer),
      let level = spent(.meteredData, of: app.record.meters)
    {
      reasons.append(.budgetSpent(level))
    }
    // Power and an unmetered network are waited for during the first day only (G3, G14).
    let isFresh = now - waiting.createdAt < policy.transferPatience
    guard isFresh else { return reasons }
    if policy.gates.applies(.power, to: .discretionaryTransfer), device.power == .battery {
      reasons.append(.waitingForExternalPower(battery: device.battery))
    }
    if policy.gates.applies(.metered, to: .discretionaryTransfer), device.network == .metered {
      reasons.append(.waitingForUnmeteredNetwork)
    }
    return reasons
  }
}

extension Transfer {
  /// One that is made in the background counts as discretionary, whatever the app says (6.5.1).
  var isTreatedAsDiscretionary: Bool { isDiscretionary || isFromBackground }
}
