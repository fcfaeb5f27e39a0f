// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// The machine and its clock.

extension Engine {
  /// Takes back the runs whose conditions no longer hold (5.1).
  ///
  /// - Complexity: O(*r*) in the number of running tasks, which the slots bound.
  mutating func endWhatLostItsCondition() {
    for number in runs.keys.sorted() {
      guard let record = runs[number], record.expiration == nil,
        let lost = lostCondition(of: record.run)
      else { continue }
      expire(number, .conditionLost(lost))
    }
  }

  private func lostCondition(of run: Run) -> ExpirationReason.Condition? {
    let request = run.consumed.request
    // A developer who starts a task by hand overrules its conditions, so losing one ends nothing.
    guard !run.isSimulated else { return nil }
    if request.conditions.contains(.externalPower), device.power == .battery {
      return .externalPower
    }
    if request.conditions.contains(.network), device.network == .none { return .network }
    if policy.gates.applies(.idle, to: request.kind), !device.isIdle { return .idle }
    return nil
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
    // Only dates that now lie ahead can put a request into the wrong place.
    if wallNow < before { entries.requeue(now: wallNow) }
  }

  mutating func switchRefresh(_ app: AppIdentifier, _ isOn: Bool) {
    guard var state = apps[app], state.record.isRefreshOn != isOn else { return }
    state.record.isRefreshOn = isOn
    apps[app] = state
    effects.append(.save(.appSaved(state.record)))
    reconsider(app)
  }
}
