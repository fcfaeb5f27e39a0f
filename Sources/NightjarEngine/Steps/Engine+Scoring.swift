// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Waiting for a good moment: spec 5.4. Only presets with a score do; it never outlasts the window.

extension Engine {
  /// When a request may start, as far as its floor and its score go.
  func readyAt(_ entry: Entry) -> WallTime {
    guard let score = score(of: entry) else { return entry.eligible }
    let start = max(wallNow, entry.eligible)
    guard score.weights.usage > 0, let numbers = policy.score else {
      return score.readyAt(from: start) { _ in 0 }
    }
    let usage = apps[entry.key.app]?.record.usage ?? UsageHistory()
    let chances = usage.chances
    // The moment at which the history is long enough to count is rarely a full hour.
    let turn = usage.since.map { $0 + numbers.historyNeeded }
    return score.readyAt(from: start, turn: turn) {
      usage.chance(at: $0, policy: numbers, chances: chances)
    }
  }

  /// How many points the present is above what is asked for.
  func margin(of entry: Entry) -> Double {
    guard let score = score(of: entry) else { return 0 }
    return score.points(at: wallNow, usage: usage(of: entry)) - score.threshold(at: wallNow)
  }

  /// Why a better moment is waited for; `nil` when the present is good enough.
  func scoreReason(for entry: Entry) -> Reason? {
    guard let score = score(of: entry) else { return nil }
    let readyAt = readyAt(entry)
    guard readyAt > wallNow, entry.eligible <= wallNow else { return nil }
    let points = score.points(at: wallNow, usage: usage(of: entry))
    return .betterMoment(
      points: thousandths(points),
      needed: thousandths(score.threshold(at: wallNow)),
      at: readyAt
    )
  }

  // MARK: - Log line 20

  /// For so long a request that waits is not logged again (5.4).
  private static let logInterval = TimeSpan.minutes(1)

  /// Logs why a request waits that was just submitted; one that does not wait is logged when it
  /// starts.
  mutating func logWait(of key: RequestKey) {
    guard policy.weights(of: .refresh) != nil, let slot = apps[key.app]?.requests[key.task],
      let entry = entries[slot]
    else { return }
    let reasons = reasons(for: entry)
    if !reasons.isEmpty { logDecision(entry, reasons) }
  }

  /// Logs a decision where moments are scored: each start, and at most once a minute that a request
  /// waits.
  mutating func logDecision(_ entry: Entry, _ reasons: [Reason]) {
    guard let score = score(of: entry) else { return }
    let key = entry.key
    if !reasons.isEmpty {
      if let last = apps[key.app]?.scoredAt[key.task], isRecent(last) { return }
      apps[key.app]?.scoredAt[key.task] = now
    }
    let line = LogLine.scored(
      key,
      points: thousandths(score.points(at: wallNow, usage: usage(of: entry))),
      threshold: thousandths(score.threshold(at: wallNow)),
      gates: reasons.compactMap(\.gate).sorted(),
      runs: reasons.isEmpty
    )
    effects.append(.log(line))
  }

  /// Whether a wait that was logged then need not be logged now.
  func isRecent(_ instant: Instant) -> Bool { now - instant < Self.logInterval }

  /// Points in whole thousandths, which is as fine as the log prints them.
  func thousandths(_ points: Double) -> Int { Int(points * 1000 + 0.5) }

  private func score(of entry: Entry) -> Score? {
    policy.weights(of: entry.kind).map { Score($0, eligible: entry.eligible, device: device) }
  }

  private func usage(of entry: Entry) -> Double {
    guard let policy = policy.score else { return 0 }
    return apps[entry.key.app]?.record.usage.chance(at: wallNow, policy: policy)
      ?? policy.unknownUsage
  }
}
