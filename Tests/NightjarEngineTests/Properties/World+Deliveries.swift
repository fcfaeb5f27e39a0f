// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel

@testable import NightjarEngine

/// Which pushes and transfers are under way, kept beside the engine from its effects alone.
struct DeliveryLedger {
  var pushes: [String: AppIdentifier] = [:]
  var waiting: [TransferKey: Transfer] = [:]
  var running: [TransferKey: Transfer] = [:]
  var last = 0

  mutating func forget(_ isGone: (AppIdentifier) -> Bool) {
    pushes = pushes.filter { !isGone($0.value) }
    waiting = waiting.filter { !isGone($0.key.app) }
    running = running.filter { !isGone($0.key.app) }
  }
}

// Silent pushes and background transfers of the random world.

extension World {
  mutating func delivery() -> Event {
    let app = Self.apps[random.below(Self.apps.count)]
    switch random.below(10) {
    case 0..<3:
      deliveries.last += 1
      let push = SilentPush(app: app, identifier: "\(deliveries.last)")
      if engine.apps[app] != nil { deliveries.pushes[push.identifier] = app }
      return .pushArrived(push)
    case 3..<5: return .pushHandled(app)
    case 5..<7: return creation(app)
    case 7:
      let keys = deliveries.running.keys.sorted()
      guard !keys.isEmpty else { return creation(app) }
      let key = keys[random.below(keys.count)]
      deliveries.running[key] = nil
      return .transferFinished(key)
    case 8:
      let keys = (Array(deliveries.running.keys) + Array(deliveries.waiting.keys)).sorted()
      guard !keys.isEmpty else { return creation(app) }
      let key = keys[random.below(keys.count)]
      deliveries.running[key] = nil
      deliveries.waiting[key] = nil
      return .transferCancelled(key)
    default: return .transferEventsHandled(app, session: "s\(random.below(2))")
    }
  }

  private mutating func creation(_ app: AppIdentifier) -> Event {
    deliveries.last += 1
    let transfer = Transfer(
      key: TransferKey(app: app, session: "s\(random.below(2))", identifier: "\(deliveries.last)"),
      isDiscretionary: random.chance(40),
      isFromBackground: random.chance(40),
      earliestBegin: random.chance(30) ? wall + .seconds(Int64(random.below(90) - 20)) : nil
    )
    if engine.apps[app] != nil { deliveries.waiting[transfer.key] = transfer }
    return .transferCreated(transfer)
  }

  /// Follows what the engine does with pushes and transfers, and checks that it may.
  mutating func noteDeliveries(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .deliverPush(let push, _):
        if deliveries.pushes.removeValue(forKey: push.identifier) == nil {
          ledger.complain("push \(push.identifier) was delivered, and was over")
        }
        checkGates(push)
      case .dropPush(let push, _): deliveries.pushes[push.identifier] = nil
      case .startTransfer(let transfer):
        if deliveries.waiting.removeValue(forKey: transfer.key) == nil {
          ledger.complain("transfer \(transfer.key.identifier) began, and did not wait")
        }
        deliveries.running[transfer.key] = transfer
        checkGates(transfer)
      case .cancelTransfer(let transfer, _):
        let waited = deliveries.waiting.removeValue(forKey: transfer.key)
        let ran = deliveries.running.removeValue(forKey: transfer.key)
        if waited == nil, ran == nil {
          ledger.complain("transfer \(transfer.key.identifier) was cancelled, and was over")
        }
      default: break
      }
    }
    deliveries.forget { engine.apps[$0] == nil }
  }

  /// Whether a push may be handed over now, worked out anew from spec 5.3.
  private mutating func checkGates(_ push: SilentPush) {
    guard let app = engine.apps[push.app], !app.isForeground else { return }
    var closed: [String] = []
    if engine.device.network == .none { closed.append("G2") }
    if !engine.device.isRefreshOn || !app.record.isRefreshOn { closed.append("G5") }
    if app.record.isForceQuit, !app.isQuitBeforeBoot { closed.append("G8") }
    if engine.policy.preset != .mains, engine.device.power == .battery {
      if engine.device.isLowPower { closed.append("G6") }
      if engine.device.battery < 20 { closed.append("G7") }
    }
    if !closed.isEmpty { ledger.complain("a push was delivered while \(closed) were closed") }
  }

  /// Whether a transfer may begin now, worked out anew from spec 5.3.
  private mutating func checkGates(_ transfer: Transfer) {
    var closed: [String] = []
    if let floor = transfer.earliestBegin, floor > wall { closed.append("G1") }
    if engine.device.network == .none { closed.append("G2") }
    if transfer.isTreatedAsDiscretionary {
      let isOn = engine.apps[transfer.key.app]?.record.isRefreshOn ?? true
      if !engine.device.isRefreshOn || !isOn { closed.append("G5") }
      if engine.device.thermal >= .serious { closed.append("G13") }
    }
    if !closed.isEmpty { ledger.complain("a transfer began while \(closed) were closed") }
  }

  /// What waits must be what the engine has waiting, and nothing may wait for nothing.
  mutating func checkDeliveries() {
    let waiting = engine.apps.values.flatMap(\.transfers.waiting).map(\.transfer.key)
    if Set(waiting) != Set(deliveries.waiting.keys) { ledger.complain("other transfers wait") }
    let running = engine.apps.values.flatMap(\.transfers.running).map(\.key)
    if Set(running) != Set(deliveries.running.keys) { ledger.complain("other transfers run") }
    let held = engine.apps.values.compactMap(\.push.held?.identifier)
    if Set(held) != Set(deliveries.pushes.keys) { ledger.complain("other pushes are held") }
    for (name, app) in engine.apps {
      if app.push.held != nil, engine.pushReasons(for: name).isEmpty, app.deliveryTarget != nil {
        ledger.complain("a push of \(name.rawValue) is held for nothing")
      }
      checkBudgets(app.record.meters)
    }
  }

  /// No budget is overdrawn by more than its debt (5.5).
  private mutating func checkBudgets(_ meters: AppMeters) {
    let policy = engine.policy
    for last in [meters.lastRefresh, meters.lastPush].compactMap(\.self) where last > wall {
      ledger.complain("a launch lies ahead")
    }
    for (fullAt, budget) in [
      (meters.refreshFullAt, policy.refreshBudget), (meters.pushFullAt, policy.pushBudget),
      (meters.dataFullAt, policy.dataBudget),
    ] {
      guard let fullAt else { continue }
      if fullAt - wall > budget.interval * (budget.capacity + budget.debt) {
        ledger.complain("a budget is overdrawn by more than \(budget.debt)")
      }
    }
  }
}
