// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// What launches cost and how far apart they are: factors 6 and 7, spec 5.5. Work that a developer
// starts by hand costs nothing.

extension Engine {
  /// What the app's use, budgets and last launches hold back.
  func meterReasons(for entry: Entry, _ app: AppState) -> [Reason] {
    var reasons: [Reason] = []
    let meters = app.record.meters
    if policy.gates.applies(.recentUse, to: entry.kind), let last = app.record.lastForeground,
      wallNow - last > .days(policy.recentUseDays)
    {
      reasons.append(.appNotUsedSince(last, days: Int(policy.recentUseDays)))
    }
    if policy.gates.applies(.budget, to: entry.kind), let level = spent(.refresh, of: meters) {
      reasons.append(.budgetSpent(level))
    }
    if policy.gates.applies(.spacing, to: entry.kind), let last = meters.lastRefresh {
      let next = last + policy.spacing
      if next > wallNow { reasons.append(.rateLimited(until: next)) }
    }
    return reasons
  }

  /// Charges an app for a launch.
  mutating func chargeLaunch(_ run: Run) {
    guard !run.isSimulated, run.consumed.request.kind == .refresh else { return }
    spend(1, by: run.key.app)
    guard policy.gates.applies(.spacing, to: .refresh) else { return }
    let launched = wallNow
    apps[run.key.app]?.record.meters.lastRefresh = launched
    saveRecord(of: run.key.app)
  }

  /// Charges an app more for a run that used much, had to be ended, or took the app with it.
  mutating func chargeEnd(_ run: Run, _ outcome: Outcome, _ use: ResourceUse?) {
    guard !run.isSimulated, run.consumed.request.kind == .refresh else { return }
    var cost: Int64 =
      switch outcome {
      case .killed, .crashed: policy.failureCost
      case .success, .failure, .expired, .expiredWithoutHandler, .cancelled: 0
      }
    if let use, use.cpu > policy.heavyUse { cost += 1 }
    guard cost > 0 else { return }
    spend(cost, by: run.key.app)
    saveRecord(of: run.key.app)
  }

  /// Charges an app for bytes that it moved in the background, when the network is a metered one.
  mutating func chargeData(_ bytes: Int64, to app: AppIdentifier) {
    guard device.network == .metered, bytes > 0, let state = apps[app], !state.isForeground,
      policy.gates.applies(.budget, to: .discretionaryTransfer)
    else { return }
    let budget = policy.dataBudget
    let span = budget.span(ofBytes: bytes)
    let full = budget.spending(span, from: state.record.meters.dataFullAt, at: wallNow)
    apps[app]?.record.meters.dataFullAt = full
    saveRecord(of: app)
  }

  private mutating func spend(_ count: Int64, by app: AppIdentifier) {
    guard policy.gates.applies(.budget, to: .refresh), let meters = apps[app]?.record.meters
    else { return }
    let budget = policy.refreshBudget
    let full = budget.spending(budget.interval * count, from: meters.refreshFullAt, at: wallNow)
    apps[app]?.record.meters.refreshFullAt = full
  }

  private mutating func saveRecord(of app: AppIdentifier) {
    if let record = apps[app]?.record { effects.append(.save(.appSaved(record))) }
  }

  /// Moves what was spent along with the clock: budgets refill with the time that really passes.
  mutating func shiftMeters(by span: TimeSpan) {
    for app in apps.keys {
      guard var meters = apps[app]?.record.meters, meters != AppMeters() else { continue }
      meters.refreshFullAt = meters.refreshFullAt.map { $0 + span }
      meters.pushFullAt = meters.pushFullAt.map { $0 + span }
      meters.dataFullAt = meters.dataFullAt.map { $0 + span }
      meters.lastRefresh = meters.lastRefresh.map { $0 + span }
      meters.lastPush = meters.lastPush.map { $0 + span }
      apps[app]?.record.meters = meters
      for instant in meterInstants(of: app) where instant > now {
        watch(.retry(app), until: instant)
      }
    }
  }

  /// Takes back what a clock that lost its time, or numbers that hold no longer, have put too far
  /// ahead: no budget is overdrawn by more than its debt, and no launch lies in the future (5.5).
  mutating func boundMeters() {
    let present = wallNow
    for app in apps.keys {
      guard var meters = apps[app]?.record.meters, meters != AppMeters() else { continue }
      meters.refreshFullAt = policy.refreshBudget.bounded(meters.refreshFullAt, at: present)
      meters.pushFullAt = policy.pushBudget.bounded(meters.pushFullAt, at: present)
      meters.dataFullAt = policy.dataBudget.bounded(meters.dataFullAt, at: present)
      meters.lastRefresh = meters.lastRefresh.map { min($0, present) }
      meters.lastPush = meters.lastPush.map { min($0, present) }
      apps[app]?.record.meters = meters
    }
  }

  /// Whether anything that is pending may wait for a meter of its app.
  func hasMeteredRequest(_ app: AppIdentifier) -> Bool {
    apps[app]?.requests.values.contains { entries[$0]?.kind == .refresh } ?? false
  }

  /// When the delays end that an app's meters bring.
  func meterInstants(of app: AppIdentifier) -> [Instant] {
    guard let meters = apps[app]?.record.meters else { return [] }
    let next = meters.lastRefresh.map { $0 + policy.spacing }
    return [level(of: .refresh, meters)?.refillsAt, next].compactMap(\.self).map {
      wallOffset.instant(of: $0)
    }
  }

  /// Looks at a request again when something passes that holds it back.
  mutating func watchHolds(of key: RequestKey, _ reasons: [Reason]) {
    for case let wall? in reasons.map(\.clearsAt) {
      watch(.retry(key.app), until: wallOffset.instant(of: wall))
    }
  }
}
