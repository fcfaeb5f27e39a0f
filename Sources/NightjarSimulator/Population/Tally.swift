// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// What became of one task in the hands of many users: counts only, whatever their number.
package struct TaskTally: Hashable, Sendable {
  /// How many users were played.
  package private(set) var users = 0

  /// How many of them never saw it run.
  package private(set) var neverRan = 0

  /// How many users saw it run so often in all.
  package private(set) var runCounts: [Int: Int] = [:]

  /// How many users had a longest gap of so many quarters of an hour.
  package private(set) var longestGaps: [Int: Int] = [:]

  /// How often it started in each hour of the week, from Monday 00:00 on.
  package private(set) var hoursOfWeek = [Int](repeating: 0, count: 168)

  /// How often each reason was seen, among the users whose devices were asked.
  package private(set) var reasons: [String: Int] = [:]

  init() {}

  mutating func add(_ story: VirtualUser.Story, over length: TimeSpan, from start: WallTime) {
    users += 1
    if story.starts.isEmpty { neverRan += 1 }
    runCounts[story.starts.count, default: 0] += 1
    // A task that was never submitted has waited for nothing.
    if let first = story.submittedAt {
      let moments = [first] + story.starts + [length]
      let gaps = zip(moments, moments.dropFirst()).map { $1 - $0 }
      let quarters = (gaps.max() ?? length).nanoseconds / TimeSpan.minutes(15).nanoseconds
      longestGaps[Int(quarters), default: 0] += 1
    }
    for moment in story.starts { hoursOfWeek[UsageHistory.hourOfWeek(start + moment)] += 1 }
    reasons.merge(story.reasons, uniquingKeysWith: +)
  }

  /// Adds what another piece of the population came to.
  package mutating func add(_ other: Self) {
    users += other.users
    neverRan += other.neverRan
    runCounts.merge(other.runCounts, uniquingKeysWith: +)
    longestGaps.merge(other.longestGaps, uniquingKeysWith: +)
    for hour in hoursOfWeek.indices { hoursOfWeek[hour] += other.hoursOfWeek[hour] }
    reasons.merge(other.reasons, uniquingKeysWith: +)
  }

  /// The number of runs that so many of a hundred users did not exceed; exact.
  package func runs(percentile: Int) -> Int { Self.rank(percentile, in: runCounts) }

  /// The longest gap that so many of a hundred users did not exceed, in steps of 15 minutes; `nil`
  /// when nobody submitted the task.
  package func longestGap(percentile: Int) -> TimeSpan? {
    longestGaps.isEmpty ? nil : .minutes(15 * Int64(Self.rank(percentile, in: longestGaps)))
  }

  /// The share of users who never saw it run, 0…1.
  package var neverRanShare: Double { users == 0 ? 0 : Double(neverRan) / Double(users) }

  /// Each reason's share of all that was seen, the largest first; together 1, or none.
  package var reasonShares: [(name: String, share: Double)] {
    let all = Double(reasons.values.reduce(0, +))
    return reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      ($0.key, Double($0.value) / all)
    }
  }

  /// By nearest rank.
  private static func rank(_ percentile: Int, in counts: [Int: Int]) -> Int {
    let all = counts.values.reduce(0, +)
    let rank = max(1, (percentile * all + 99) / 100)
    var seen = 0
    for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
      seen += count
      if seen >= rank { return value }
    }
    return 0
  }
}
