// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Learned usage: when the user tends to open an app (factor 3, spec 5.4).

extension UsageHistory {
  /// How likely the user opens the app within the hour, against its best hour of the day.
  ///
  /// - Parameters:
  ///   - wall: The moment that is asked about.
  ///   - policy: The days that make a history and what stands in for one.
  /// - Returns: 0…1; the policy's stand-in while less than three days are known.
  func chance(at wall: WallTime, policy: ScorePolicy) -> Double {
    chance(at: wall, policy: policy, chances: chances)
  }

  /// The same, for those who ask for many moments and work out the chances once.
  func chance(at wall: WallTime, policy: ScorePolicy, chances: [Double]) -> Double {
    guard !chances.isEmpty, let since, wall - since >= policy.historyNeeded
    else { return policy.unknownUsage }
    return chances[Self.hourOfWeek(wall) % 24]
  }

  /// The chance at each hour of the day; empty while nothing is known.
  var chances: [Double] {
    guard !hours.isEmpty else { return [] }
    let byDay = byHourOfDay
    var pairs = byDay
    for hour in 0..<24 { pairs[hour] += byDay[(hour + 1) % 24] }
    guard let best = pairs.max(), best > 0 else { return [] }
    for hour in 0..<24 { pairs[hour] /= best }
    return pairs
  }
}
