// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension AppsInterface {
  /// How much of a budget an app has spent.
  package struct Budget: Codable, Hashable, Sendable {
    /// `refresh`, `push` or `meteredData`; a reader must expect further words.
    package var budget: String

    /// How much is spent and has not come back: launches, or megabytes of 10⁶ bytes.
    package var spent: Int

    /// How much the app can save up, in the same unit.
    package var limit: Int

    /// When one unit is there again, RFC 3339; `nil` while one is.
    package var refillsAt: String?

    /// Makes the message.
    package init(budget: String, spent: Int, limit: Int, refillsAt: String? = nil) {
      self.budget = budget
      self.spent = spent
      self.limit = limit
      self.refillsAt = refillsAt
    }
  }
}
