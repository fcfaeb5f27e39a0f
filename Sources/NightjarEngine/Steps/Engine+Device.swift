// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// The machine and its clock.

extension Engine {
  /// Takes back the runs whose conditions no longer hold (5.1).
  ///
  /// - Complexity: O(*r*) in the number of running tasks, which the slots bound.
  mutating func endWhatLostItsCondition(since before: DeviceState) {
    for number in runs.keys.sorted() {
      guard let record = runs[number], record.expiration == nil,
        let lost = lostCondition(of: record.run, since: before)
      else { continue }
      expire(number, .conditionLost(lost))
    }
  }

  /// A task that a developer started by hand may run without its conditions (9.4), but it ends like
  /// any other when one that held is lost.
  private func lostCondition(
    of run: Run,
    since before: DeviceState
  ) -> ExpirationReason.Condition? {
    let request = run.consumed.request
    let missing = missingConditions(of: request, on: device)
    guard run.isSimulated else { return missing.first }
    let missingBefore = missingConditions(of: request, on: before)
    return missing.first { !missingBefore.contains($0) }
  }

  private func missingConditions(
    of request: TaskRequest,
    on device: DeviceState
  ) -> [ExpirationReason.Condition] {
    var missing: [ExpirationReason.Condition] = []
    if request.conditions.contains(.externalPower), device.power == .battery {
      missing.append(.externalPower)
    }
    if request.conditions.contains(.network), device.network == .none { missing.append(.network) }
    if policy.gates.applies(.idle, to: request.kind), !device.isIdle { missing.append(.idle) }
    return missing
  }

  /// Ends continued tasks and drops the waiting ones, after the user switched them off (4.12).
  mutating func switchContinuedOff() {
    for number in runs.keys.sorted()
    where runs[number]?.run.consumed.request.kind == .continued {
      expire(number, .switchedOff)
    }
    for app in apps.keys.sorted() {
      drop(app, because: .switchedOff) { $0.kind == .continued }
    }
  }

  mutating func setClock(_ offset: WallOffset) {
    let before = wallNow
    wallOffset = offset
    shiftMeters(by: wallNow - before)
    // Only dates that now lie ahead can put a request into the wrong place.
    if wallNow < before { entries.requeue(now: wallNow, readyAt: readyAt) }
    for app in expecting.sorted() { deliverWhatWaits(for: app) }
  }

  mutating func switchRefresh(_ app: AppIdentifier, _ isOn: Bool) {
    guard var state = apps[app], state.record.isRefreshOn != isOn else { return }
    state.record.isRefreshOn = isOn
    apps[app] = state
    effects.append(.save(.appSaved(state.record)))
    reconsider(app)
    deliverWhatWaits(for: app)
    if !isOn { cancelTransfers(of: app, because: .refreshSwitchedOff, onlyDiscretionary: true) }
  }
}
