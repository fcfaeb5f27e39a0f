// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Why something does not run. The same functions decide and explain, so the two cannot differ.

extension Engine {
  /// Everything that holds a pending request back; empty when it would start at once.
  ///
  /// - Complexity: O(*r*) in the number of running tasks.
  func reasons(for entry: Entry) -> [Reason] {
    var reasons: [Reason] = []
    if policy.gates.applies(.floor, to: entry.kind), let floor = entry.effectiveFloor,
      floor > wallNow
    {
      reasons.append(.notBefore(floor, now: wallNow))
    }
    reasons += deviceReasons(for: entry.requestClass)
    reasons += holds(of: entry)
    if !hasSlot(for: entry.kind) { reasons.append(slotReason(for: entry.kind)) }
    if reasons.isEmpty, let reason = scoreReason(for: entry) { reasons.append(reason) }
    return reasons
  }

  /// The gates of the machine that are closed to a class of requests.
  func deviceReasons(for requestClass: RequestClass) -> [Reason] {
    let kind = requestClass.kind
    let gates = policy.gates
    let onBattery = device.power == .battery
    var reasons: [Reason] = []
    if gates.applies(.network, to: kind), requestClass.conditions.contains(.network),
      device.network == .none
    {
      reasons.append(.waitingForNetwork)
    }
    if gates.applies(.power, to: kind), requestClass.conditions.contains(.externalPower), onBattery
    {
      reasons.append(.waitingForExternalPower(battery: device.battery))
    }
    if gates.applies(.idle, to: kind), !device.isIdle { reasons.append(.deviceInUse) }
    if gates.applies(.refreshSwitch, to: kind), !device.isRefreshOn {
      reasons.append(.refreshSwitchedOff(.device))
    }
    // Low Power Mode stops refreshes always, other work only on battery (G6).
    if gates.applies(.lowPower, to: kind), device.isLowPower, onBattery || kind == .refresh {
      reasons.append(.lowPowerMode)
    }
    if gates.applies(.criticalBattery, to: kind), onBattery,
      device.battery < policy.criticalBattery
    {
      reasons.append(.lowBattery(percent: device.battery, needed: policy.criticalBattery))
    }
    if gates.applies(.heat, to: kind), device.thermal >= .serious {
      reasons.append(.overheated(device.thermal))
    }
    return reasons
  }

  /// What the app, the task or its past holds back.
  func holds(of entry: Entry) -> [Reason] {
    guard let app = apps[entry.key.app] else { return [] }
    var reasons: [Reason] = []
    if policy.gates.applies(.refreshSwitch, to: entry.kind), !app.record.isRefreshOn {
      reasons.append(.refreshSwitchedOff(.app))
    }
    if policy.gates.applies(.forceQuit, to: entry.kind), app.record.isForceQuit {
      reasons.append(.forceQuit)
    }
    if let crashes = app.crashes[entry.key.task] { reasons += self.reasons(for: crashes) }
    if let retryAt = app.launchRetryAt, retryAt > now {
      let wall = wallOffset.wall(at: retryAt)
      reasons.append(.launchFailed(times: app.record.launchFailures, retryAt: wall))
    }
    if let turnAt = app.resumeTurnAt, turnAt > now, entry.kind != .continued {
      reasons.append(.resumedRecently(until: wallOffset.wall(at: turnAt)))
    }
    reasons += meterReasons(for: entry, app)
    if let number = app.running[entry.key.task] { reasons.append(.stillRunning(number)) }
    if let retryAt = app.storageRetries[entry.key.task], retryAt > now {
      reasons.append(.storageUnavailable(retryAt: wallOffset.wall(at: retryAt)))
    }
    if entry.kind == .continued {
      let own = continuedInSlots(of: entry.key.app)
      let limit = policy.continuedSlotsPerApp
      if own.count >= limit { reasons.append(.noSlot(behind: own, limit: limit)) }
    }
    return reasons
  }

  private func reasons(for crashes: AppState.Crashes) -> [Reason] {
    if crashes.isQuarantined { return [.quarantined(crashes: crashes.count)] }
    guard let retryAt = crashes.retryAt, retryAt > now else { return [] }
    return [.crashedRecently(times: crashes.count, retryAt: wallOffset.wall(at: retryAt))]
  }

  private func slotReason(for kind: TaskKind) -> Reason {
    let takesSlot: (TaskKind) -> Bool
    let limit: Int
    switch kind {
    case .continued: (takesSlot, limit) = ({ $0 == .continued }, policy.continuedSlots)
    case .refresh: (takesSlot, limit) = ({ $0 != .continued }, policy.slots)
    case .processing, .healthResearch:
      let isFull = slots.processing >= policy.processingSlots
      takesSlot = isFull ? \.isProcessing : { $0 != .continued }
      limit = isFull ? policy.processingSlots : policy.slots
    }
    return .noSlot(behind: keysInSlots(takesSlot), limit: limit)
  }

  /// The tasks that run, or whose app is being launched, in the order of their start.
  ///
  /// - Complexity: O(*r* log *r*) in the number of running tasks and launches.
  func keysInSlots(_ takesSlot: (TaskKind) -> Bool) -> [RequestKey] {
    let running = runs.values
      .filter { !$0.run.isSimulated && takesSlot($0.run.consumed.request.kind) }
      .sorted { $0.run.number < $1.run.number }
      .map(\.run.key)
    let launching = entries.launching.compactMap { entries[$0] }
      .filter { $0.place == .launching(simulated: false) && takesSlot($0.kind) }
      .map(\.key)
    return running + launching.sorted()
  }
}
