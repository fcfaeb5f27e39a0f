// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What a daemon's journal tells of its device, moved to the days that are forecast.
package struct LearnedDevice: Hashable, Sendable {
  /// Something that became different in the last recorded day.
  struct Change: Hashable {
    let timeOfDay: TimeSpan
    let change: DeviceChange
  }

  /// What the daemon believes of the machine now.
  var state: DeviceState

  /// What the daemon knows of the app, with the use that it has learned.
  var record: AppRecord

  /// What is pending now.
  var pending: [TaskIdentifier]

  /// What happened to the device in the last recorded day; each day is taken to be like it.
  var changes: [Change] = []

  /// How likely the user is to open the app in each hour of the week, from Monday 00:00 UTC on.
  private let chances: [Double]

  init(state: DeviceState, record: AppRecord, pending: [TaskIdentifier]) {
    self.state = state
    self.record = record
    self.pending = pending
    chances = Self.chances(record.usage)
  }

  /// Whether the daemon has seen the user open the app.
  var hasHabits: Bool { chances.contains { $0 > 0 } }

  /// The hours about which the app is opened on a day.
  func visits(on day: Int, _ dice: inout Dice) -> [Double] {
    guard hasHabits else { return [] }
    return (0..<24).compactMap { hour in
      let luck = Double.random(in: 0..<1, using: &dice)
      return luck < chances[day % 7 * 24 + hour] ? Double(hour) + 0.5 : nil
    }
  }

  /// The weight of an hour against what it would be if the app had been opened in it each week.
  private static func chances(_ usage: UsageHistory) -> [Double] {
    guard usage.hours.count == 168, let since = usage.since else { return [] }
    let newest = WallTime(nanoseconds: usage.day * TimeSpan.days(1).nanoseconds)
    // Of what is older than half a year nothing is left.
    let span = min((newest - since).nanoseconds / TimeSpan.days(1).nanoseconds + 1, 180)
    var most = [Double](repeating: 0, count: 168)
    var weight = 1.0
    for age in 0...max(span, 0) {
      let first = UsageHistory.hourOfWeek(newest + (.zero - .days(age)))
      for hour in first..<(first + 24) { most[hour] += weight }
      weight *= 0.9
    }
    return zip(usage.hours, most).map { $1 > 0 ? min($0 / $1, 1) : 0 }
  }
}
