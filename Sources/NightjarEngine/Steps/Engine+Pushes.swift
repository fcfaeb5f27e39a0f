// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Silent pushes: spec 7.1. A device holds at most one for an app; gates and a budget of their own
// decide when it is handed over, unless the app is in front anyway.

extension Engine {
  mutating func receive(_ push: SilentPush) {
    guard let app = apps[push.app] else {
      effects.append(.dropPush(push, .appUnknown))
      return
    }
    guard app.record.facts.backgroundModes.contains("remote-notification") else {
      effects.append(.dropPush(push, .modeMissing))
      return
    }
    if let old = app.push.held { effects.append(.dropPush(old, .replaced)) }
    apps[push.app]?.push.held = push
    expecting.insert(push.app)
    let reasons = pushReasons(for: push.app)
    if !reasons.isEmpty { effects.append(.holdPush(push, reasons)) }
    deliverWhatWaits(for: push.app)
  }

  /// Hands the held push of an app over, if nothing holds it back; launches the app if need be.
  mutating func deliverHeldPush(of name: AppIdentifier) {
    guard let app = apps[name], let push = app.push.held else { return }
    let reasons = pushReasons(for: name)
    guard reasons.isEmpty else { return watchDeliveries(of: name) }
    guard let process = app.deliveryTarget?.identity else {
      return launchForDelivery(name)
    }
    wakeUp(name, process)
    let until = now + policy.pushTime
    let handling = PushState.Handling(push: push, process: process, until: until)
    apps[name]?.push.held = nil
    apps[name]?.push.handling.append(handling)
    if !app.isForeground { chargePush(name) }
    watch(.process(name), until: until)
    effects.append(.deliverPush(push, process))
  }

  mutating func finishPush(of app: AppIdentifier) {
    guard apps[app]?.push.handling.isEmpty == false else { return }
    apps[app]?.push.handling.removeFirst()
    deliverHeldPush(of: app)
    planFreeze(app)
  }

  /// Ends the process of a push whose time is over without a word (7.1.3).
  mutating func meetPushDeadline(of app: AppIdentifier) {
    let due = (apps[app]?.push.handling ?? []).filter { $0.until <= now }
    guard !due.isEmpty else { return }
    apps[app]?.push.handling.removeAll { $0.until <= now }
    for handling in due { endProcess(app, handling.process, onlyDaemonStarted: true) }
  }

  /// A process that is gone handles no push any longer.
  mutating func forgetPush(of app: AppIdentifier, in process: ProcessIdentity) {
    apps[app]?.push.handling.removeAll { $0.process == process }
  }

  /// A swipe drops the push that was held until then (7.1.6).
  mutating func dropHeldPush(of app: AppIdentifier, because why: PushDrop) {
    guard let push = apps[app]?.push.held else { return }
    apps[app]?.push.held = nil
    effects.append(.dropPush(push, why))
  }

  /// Everything that holds a push back; nothing does while the app is in front.
  func pushReasons(for name: AppIdentifier) -> [Reason] {
    guard let app = apps[name], !app.isForeground else { return [] }
    var reasons = commonReasons(for: .push, app)
    let meters = app.record.meters
    if policy.gates.applies(.budget, to: .push), let level = spent(.push, of: meters) {
      reasons.append(.budgetSpent(level))
    }
    if policy.gates.applies(.spacing, to: .push), let last = meters.lastPush,
      last + policy.spacing > wallNow
    {
      reasons.append(.rateLimited(until: last + policy.spacing))
    }
    return reasons
  }

  /// The gates that pushes and discretionary transfers share.
  func commonReasons(for work: Work, _ app: AppState) -> [Reason] {
    let gates = policy.gates
    let onBattery = device.power == .battery
    var reasons: [Reason] = []
    if gates.applies(.network, to: work), device.network == .none {
      reasons.append(.waitingForNetwork)
    }
    if gates.applies(.refreshSwitch, to: work) {
      if !device.isRefreshOn { reasons.append(.refreshSwitchedOff(.device)) }
      if !app.record.isRefreshOn { reasons.append(.refreshSwitchedOff(.app)) }
    }
    if gates.applies(.lowPower, to: work), device.isLowPower, onBattery {
      reasons.append(.lowPowerMode)
    }
    if gates.applies(.criticalBattery, to: work), onBattery,
      device.battery < policy.criticalBattery
    {
      reasons.append(.lowBattery(percent: device.battery, needed: policy.criticalBattery))
    }
    if gates.applies(.forceQuit, to: work), isQuitFor(work, app) { reasons.append(.forceQuit) }
    if gates.applies(.heat, to: work), device.thermal >= .serious {
      reasons.append(.overheated(device.thermal))
    }
    return reasons
  }

  /// A reboot lifts a force quit for pushes, for nothing else (7.1.5).
  private func isQuitFor(_ work: Work, _ app: AppState) -> Bool {
    app.record.isForceQuit && !(work == .push && app.isQuitBeforeBoot)
  }

  private mutating func chargePush(_ app: AppIdentifier) {
    guard policy.gates.applies(.budget, to: .push), var meters = apps[app]?.record.meters
    else { return }
    let budget = policy.pushBudget
    meters.pushFullAt = budget.spending(budget.interval, from: meters.pushFullAt, at: wallNow)
    meters.lastPush = wallNow
    apps[app]?.record.meters = meters
    if let record = apps[app]?.record { effects.append(.save(.appSaved(record))) }
  }
}
