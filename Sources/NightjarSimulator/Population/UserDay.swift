// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What a user of a kind does on one day after another.
struct UserLife {
  /// Something that a user does.
  enum Deed: Hashable {
    case device(DeviceChange)
    case visit
    case leave
    case quit
  }

  struct Act {
    let at: TimeSpan
    let deed: Deed
  }

  private let kind: UserKind
  private let learned: LearnedDevice?
  private var dice: Dice
  private var battery = 90
  private var isLowPower = false

  init(_ kind: UserKind, _ dice: Dice, learned: LearnedDevice?) {
    self.kind = kind
    self.learned = learned
    self.dice = dice
  }

  /// What happens from a midnight to the next, in order; times are counted from the first midnight.
  mutating func acts(on day: Int) -> [Act] {
    var acts: [Act]
    if let learned {
      acts = learned.changes.map { Act(at: $0.timeOfDay, deed: .device($0.change)) }
      acts += visits(about: learned.visits(on: day, &dice))
    } else {
      acts = charging() + network(on: day) + visits(about: kind.visits(on: day, &dice))
    }
    acts.sort { $0.at < $1.at }
    let midnight = TimeSpan.days(Int64(day))
    return acts.map { Act(at: midnight + $0.at, deed: $0.deed) }
  }

  // MARK: - Power

  /// The charger is pulled in the morning, the battery drains, and the charger may come back.
  private mutating func charging() -> [Act] {
    var acts: [Act] = []
    let morning = dice.time(about: 6.8, spread: 40)
    let evening = dice.time(about: 22.8, spread: 50)
    acts.append(Act(at: morning, deed: .device(.power(.battery))))
    var time = morning + .hours(2)
    while time < evening {
      battery = max(1, battery - 2 * Int.random(in: kind.hourlyDrain, using: &dice))
      acts.append(Act(at: time, deed: .device(.battery(battery))))
      if kind == .lowPowerUser, battery < 40, !isLowPower { acts += switchLowPower(true, at: time) }
      time = time + .hours(2)
    }
    guard dice.chance(kind.chargedNights) else { return acts }
    acts.append(Act(at: evening, deed: .device(.power(.external))))
    battery = 100
    // A phone leaves Low Power Mode by itself at 80 %, which takes about an hour.
    let full = min(evening + .minutes(60), .seconds(86_399))
    acts.append(Act(at: full, deed: .device(.battery(100))))
    if isLowPower { acts += switchLowPower(false, at: full) }
    return acts
  }

  private mutating func switchLowPower(_ isOn: Bool, at time: TimeSpan) -> [Act] {
    isLowPower = isOn
    return [Act(at: time, deed: .device(.lowPower(isOn)))]
  }

  // MARK: - Network

  private mutating func network(on day: Int) -> [Act] {
    let isOut = kind != .overnightCharger && day % 7 < 5
    guard isOut else { return [] }
    let leaves = dice.time(about: 8, spread: 30)
    let returns = dice.time(about: 17.8, spread: 50)
    return [
      Act(at: leaves, deed: .device(.network(.metered))),
      Act(at: returns, deed: .device(.network(.unmetered))),
    ]
  }

  // MARK: - The app

  private mutating func visits(about hours: [Double]) -> [Act] {
    var acts: [Act] = []
    var free = TimeSpan.zero
    for hour in hours.sorted() {
      let start = max(dice.time(about: hour, spread: 25), free)
      let end = start + dice.minutes(1...8)
      let rests = end + dice.minutes(1...10)
      guard rests < .days(1) else { break }
      acts.append(Act(at: start, deed: .visit))
      acts.append(Act(at: end, deed: .leave))
      if kind == .forceQuitter, dice.chance(80) {
        acts.append(Act(at: end + .seconds(20), deed: .quit))
      }
      acts.append(Act(at: rests, deed: .device(.idle(true))))
      free = rests + .minutes(1)
    }
    return acts
  }
}
