// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// How much of a budget an app has spent.
package struct BudgetLevel: Hashable, Sendable {
  /// What is budgeted.
  package enum Budget: String, CaseIterable, Hashable, Sendable {
    /// Launches for refreshes.
    case refresh

    /// Launches for silent pushes.
    case push

    /// Megabytes on metered networks.
    case meteredData
  }

  /// Which budget.
  package var budget: Budget

  /// How much is spent and has not come back; launches, or megabytes of 10⁶ bytes, rounded up.
  package var spent: Int64

  /// How much can be saved up, in the same unit.
  package var limit: Int64

  /// When one unit is there again; the past while one is.
  package var refillsAt: WallTime

  /// Makes a level.
  package init(_ budget: Budget, spent: Int64, limit: Int64, refillsAt: WallTime) {
    self.budget = budget
    self.spent = spent
    self.limit = limit
    self.refillsAt = refillsAt
  }

  /// How much is spent, for people.
  package var text: String {
    switch budget {
    case .refresh: "\(spent) of \(limit) refresh launches spent"
    case .push: "\(spent) of \(limit) push launches spent"
    case .meteredData: "\(spent) of \(limit) MB on metered networks spent"
    }
  }
}
