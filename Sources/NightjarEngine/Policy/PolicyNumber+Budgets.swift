// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// What an app may spend, and what it is charged for.

internal import NightjarModel

extension PolicyNumber {
  static let budgets: [Self] = [
    .number(
      "refreshBudget.capacity",
      \.refreshBudget.capacity,
      1...1_000_000,
      "Refresh launches that an app saves up.",
      "5.5, ours"
    ),
    .duration(
      "refreshBudget.interval",
      \.refreshBudget.interval,
      "How long one takes to come back.",
      "5.5, ours"
    ),
    .number(
      "refreshBudget.debt",
      \.refreshBudget.debt,
      0...1_000_000,
      "How far it may be overdrawn.",
      "5.5, ours"
    ),
    .number(
      "pushBudget.capacity",
      \.pushBudget.capacity,
      1...1_000_000,
      "Push launches that an app saves up.",
      "5.5, ours"
    ),
    .duration(
      "pushBudget.interval",
      \.pushBudget.interval,
      "How long one takes to come back.",
      "5.5, ours"
    ),
    .number(
      "pushBudget.debt",
      \.pushBudget.debt,
      0...1_000_000,
      "How far it may be overdrawn.",
      "5.5, ours"
    ),
    .number(
      "dataBudget.capacity",
      \.dataBudget.capacity,
      1...1_000_000,
      "Megabytes on metered networks that an app saves up.",
      "5.5, ours"
    ),
    .duration(
      "dataBudget.interval",
      \.dataBudget.interval,
      "How long one takes to come back.",
      "5.5, ours: 20 MB in 24 h"
    ),
    .number(
      "dataBudget.debt",
      \.dataBudget.debt,
      0...1_000_000,
      "How far it may be overdrawn.",
      "5.5, ours"
    ),
    .number(
      "failureCost",
      \.failureCost,
      0...1_000_000,
      "What a refresh costs more when it was killed or crashed.",
      "5.5, ours"
    ),
    .duration(
      "heavyUse",
      \.heavyUse,
      "A refresh that used more processor time costs one more.",
      "5.5, ours"
    ),
  ]
}
