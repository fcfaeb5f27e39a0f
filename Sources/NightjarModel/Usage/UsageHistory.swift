// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// When the user tends to have an app in front: one weight for each hour of the week.
///
/// It holds no more than these numbers, and what is old fades: a day weighs 0.9 of the next (5.4).
/// Hours are those of UTC, so that a journey does not rewrite the past; the habit moves with it
/// within days.
package struct UsageHistory: Hashable, Sendable {
  /// How much a day weighs against the day after it.
  private static let dailyWeight = 0.9

  /// The weights, from Monday 00:00 on; empty until the app was first opened.
  package private(set) var hours: [Double]

  /// The day of the newest entry, counted from the Unix epoch; all weights are as of this day.
  package private(set) var day: Int64

  /// When the app was first opened.
  package private(set) var since: WallTime?

  /// Makes an empty history.
  package init() {
    hours = []
    day = 0
  }

  /// Makes a history from what was stored.
  ///
  /// - Parameters:
  ///   - hours: 168 weights; anything else makes an empty history.
  ///   - day: The day that the weights are as of.
  ///   - since: When the app was first opened.
  package init(hours: [Double], day: Int64, since: WallTime?) {
    self.hours = hours.count == 168 ? hours : []
    self.day = day
    self.since = since
  }

  /// Notes that the user opened the app.
  package mutating func note(_ wall: WallTime) {
    if hours.isEmpty { hours = [Double](repeating: 0, count: 168) }
    let today = Self.day(wall)
    if today > day {
      var factor = 1.0
      // After half a year nothing is left that could be told from zero.
      for _ in 0..<min(today - day, 180) { factor *= Self.dailyWeight }
      hours = hours.map { $0 * factor }
      day = today
    }
    hours[Self.hourOfWeek(wall)] += 1
    since = min(since ?? wall, wall)
  }

  /// The weights summed over the days of the week.
  package var byHourOfDay: [Double] {
    var sums = [Double](repeating: 0, count: 24)
    for (hour, weight) in hours.enumerated() { sums[hour % 24] += weight }
    return sums
  }

  /// The hour of the week that a moment lies in, from Monday 00:00 UTC.
  package static func hourOfWeek(_ wall: WallTime) -> Int {
    let hour = floorDivide(wall.nanoseconds, 3_600_000_000_000)
    // 1970-01-01 was a Thursday.
    let sinceMonday = hour + 3 * 24
    return Int(sinceMonday - floorDivide(sinceMonday, 168) * 168)
  }

  private static func day(_ wall: WallTime) -> Int64 {
    floorDivide(wall.nanoseconds, 86_400_000_000_000)
  }
}
