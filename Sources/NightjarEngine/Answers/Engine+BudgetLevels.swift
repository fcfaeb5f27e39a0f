// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

// How much of its budgets an app has spent. What decides and what is shown is the same.

extension Engine {
  /// The levels of the budgets of an app, without those that do not hold or are full.
  ///
  /// - Parameters:
  ///   - app: Whose.
  ///   - instant: The present, up to which they have refilled.
  /// - Returns: A level for each.
  package func budgetLevels(of app: AppIdentifier, at instant: Instant) -> [BudgetLevel] {
    guard let meters = apps[app]?.record.meters else { return [] }
    var engine = self
    engine.now = max(now, instant)
    return BudgetLevel.Budget.allCases
      .filter { policy.gates.applies(.budget, to: $0.work) }
      .compactMap { engine.level(of: $0, meters) }
      .filter { $0.spent > 0 }
  }

  /// How much of a budget is spent, when nothing is left of it; else `nil`.
  func spent(_ budget: BudgetLevel.Budget, of meters: AppMeters) -> BudgetLevel? {
    guard let level = level(of: budget, meters), level.refillsAt > wallNow else { return nil }
    return level
  }

  /// How much of a budget is spent; `nil` when nothing ever was.
  func level(of name: BudgetLevel.Budget, _ meters: AppMeters) -> BudgetLevel? {
    let (budget, fullAt): (Policy.Budget, WallTime?) =
      switch name {
      case .refresh: (policy.refreshBudget, meters.refreshFullAt)
      case .push: (policy.pushBudget, meters.pushFullAt)
      case .meteredData: (policy.dataBudget, meters.dataFullAt)
      }
    guard let fullAt else { return nil }
    let missing = max((fullAt - wallNow).nanoseconds, 0)
    let unit = max(budget.interval.nanoseconds, 1)
    return BudgetLevel(
      name,
      spent: missing / unit + (missing % unit > 0 ? 1 : 0),
      limit: budget.capacity,
      refillsAt: fullAt + budget.interval * (1 - budget.capacity)
    )
  }
}

extension BudgetLevel.Budget {
  fileprivate var work: Work {
    switch self {
    case .refresh: .task(.refresh)
    case .push: .push
    case .meteredData: .discretionaryTransfer
    }
  }
}

extension Policy.Budget {
  /// When the budget is full again after more was spent, which overdraws it only so far.
  ///
  /// - Parameters:
  ///   - span: How long what is spent takes to come back.
  ///   - fullAt: When it would have been full; `nil` when it is.
  ///   - wall: The present.
  /// - Returns: The moment.
  func spending(_ span: TimeSpan, from fullAt: WallTime?, at wall: WallTime) -> WallTime {
    min(max(fullAt ?? wall, wall) + span, latest(at: wall))
  }

  /// The moment at which it is full again, no later than its debt allows.
  func bounded(_ fullAt: WallTime?, at wall: WallTime) -> WallTime? {
    fullAt.map { min($0, latest(at: wall)) }
  }

  private func latest(at wall: WallTime) -> WallTime { wall + interval * (capacity + debt) }

  /// How long bytes take to come back to a budget of megabytes.
  func span(ofBytes bytes: Int64) -> TimeSpan {
    // More than can be owed does not count.
    let bytes = min(bytes, (capacity + debt) * 1_000_000)
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: 1_000_000)
    let part = Double(interval.nanoseconds) * Double(rest) / 1_000_000
    return interval * whole + TimeSpan(nanoseconds: Int64(part))
  }
}
