// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel

@testable import NightjarEngine

// What must hold after every event.

extension World {
  /// The checks that cost little enough for every event.
  mutating func checkAlways() {
    var slots = SlotCount()
    for record in engine.runs.values where !record.run.isSimulated {
      slots.add(record.run.consumed.request.kind, 1)
    }
    for slot in engine.entries.launching {
      guard let entry = engine.entries[slot] else {
        ledger.complain("a request that is gone is being launched")
        continue
      }
      if entry.place == .launching(simulated: false) { slots.add(entry.kind, 1) }
    }
    if slots != engine.slots { ledger.complain("slots are \(engine.slots), in truth \(slots)") }
    let policy = engine.policy
    if slots.scheduled > policy.slots || slots.processing > policy.processingSlots
      || slots.continued > policy.continuedSlots
    {
      ledger.complain("more runs than slots: \(slots)")
    }
    if engine.pendingCount != ledger.pending.count {
      ledger.complain("\(engine.pendingCount) pending, by the ledger \(ledger.pending.count)")
    }
    if engine.runningCount != ledger.running.count {
      ledger.complain("\(engine.runningCount) running, by the ledger \(ledger.running.count)")
    }
    if ledger.accepted != ledger.pending.count + ledger.consumed + ledger.removed {
      ledger.complain("accepted \(ledger.accepted) is not the sum of what became of it")
    }
  }

  /// The checks that look at every request.
  mutating func checkThoroughly() {
    // No moment before the next wake-up may let anything start.
    let gap = wakesAt == .distantFuture ? TimeSpan.hours(2) : wakesAt - now
    let moment = Instant(nanoseconds: now.nanoseconds + gap.nanoseconds * 9 / 10)
    for status in engine.statuses(of: nil, at: now) + engine.statuses(of: nil, at: moment)
    where status.state == .pending && status.reasons.isEmpty {
      let key = status.pending.request.key
      let place = engine.apps[key.app]?.requests[key.task].flatMap { engine.entries[$0]?.place }
      ledger.complain("\(place.map { "\($0)" } ?? "lost") for nothing: \(status.pending)")
    }
    for slot in engine.entries.launching {
      guard let entry = engine.entries[slot], let app = engine.apps[entry.key.app] else { continue }
      let waitsForProcess = app.isLaunching || app.mustWaitForProcess
      let waitsForUser = entry.kind == .continued && !app.processes.isEmpty
      if !waitsForProcess && !waitsForUser {
        ledger.complain("#\(entry.number.rawValue) waits for a launch that nobody began")
      }
    }
    for app in engine.apps.values {
      let name = app.record.facts.identifier
      if engine.continuedInSlots(of: name).count > engine.policy.continuedSlotsPerApp {
        ledger.complain("\(name.rawValue) has too many continued tasks")
      }
      let hasContinued = app.requests.values.contains { engine.entries[$0]?.kind == .continued }
      if hasContinued && app.processes.isEmpty {
        ledger.complain("\(name.rawValue) has continued requests and no process")
      }
    }
    checkDeliveries()
    let numbers = Set(engine.snapshot().pending.map(\.number))
    if numbers != Set(ledger.pending.keys) { ledger.complain("other requests are pending") }
  }

  /// Whether a run may begin now, worked out anew from spec 5.3.
  mutating func checkGates(_ run: Run) {
    guard !run.isSimulated, run.consumed.request.kind != .continued else { return }
    let request = run.consumed.request
    let device = engine.device
    let record = engine.apps[run.key.app]?.record
    let onBattery = device.power == .battery
    var closed: [String] = []
    if let floor = request.earliestBegin, floor > wall { closed.append("G1") }
    if request.kind != .refresh {
      if request.conditions.contains(.network), device.network == .none { closed.append("G2") }
      if request.conditions.contains(.externalPower), onBattery { closed.append("G3") }
      if !device.isIdle { closed.append("G4") }
    }
    if !device.isRefreshOn || record?.isRefreshOn == false { closed.append("G5") }
    if engine.policy.preset != .mains {
      if device.isLowPower, onBattery || request.kind == .refresh { closed.append("G6") }
      if onBattery, device.battery < 20 { closed.append("G7") }
    }
    if request.kind == .refresh, record?.isForceQuit == true { closed.append("G8") }
    if request.kind == .refresh, engine.policy.preset != .mains {
      let last = refreshStarts.updateValue(now, forKey: run.key.app)
      if let last, now - last < engine.policy.spacing { closed.append("G11") }
    }
    if device.thermal >= .serious { closed.append("G13") }
    if !closed.isEmpty {
      ledger.complain("run \(run.number.rawValue) began while \(closed) were closed")
    }
  }
}
