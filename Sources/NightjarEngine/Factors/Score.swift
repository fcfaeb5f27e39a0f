// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What the present moment is worth to one request, and when a moment will be good enough.
///
/// Score and threshold are points from 0 to 100. Everything but the age and the hour of the day
/// stays as it is until an event changes it, so the moment at which the score meets the threshold
/// can be worked out: an idle machine is not woken to look.
struct Score {
  let weights: ScorePolicy.Weights

  /// Since when the request could have run.
  let eligible: WallTime

  /// The points of power, network and quiet.
  let fixed: Double

  init(_ weights: ScorePolicy.Weights, eligible: WallTime, device: DeviceState) {
    self.weights = weights
    self.eligible = eligible
    let power = device.power == .external ? 1 : Double(device.battery) / 100
    let network: Double =
      switch device.network {
      case .none: 0
      case .metered: 0.5
      case .unmetered: 1
      }
    fixed =
      weights.power * power + weights.network * network
      + weights.quiet * Double(device.quiet) / 1000
  }

  /// The part of the window that has passed, 0…1.
  func age(at wall: WallTime) -> Double {
    let passed = Double((wall - eligible).nanoseconds) / Double(weights.window.nanoseconds)
    return min(1, max(0, passed))
  }

  /// The points of a moment.
  func points(at wall: WallTime, usage: Double) -> Double {
    fixed + weights.usage * usage + weights.age * age(at: wall)
  }

  /// The points that are asked for at a moment.
  func threshold(at wall: WallTime) -> Double {
    weights.threshold * (1 - age(at: wall))
  }

  /// The first moment from now on at which the points meet the threshold, if nothing else changes.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - turn: When the chance of use changes within an hour; `nil` when it does not.
  ///   - usage: The chance of use at a moment, otherwise the same all through an hour.
  /// - Returns: That moment, at the latest the end of the window.
  /// - Complexity: O(*h*) in the hours of the window for a kind that usage matters to.
  func readyAt(
    from now: WallTime,
    turn: WallTime? = nil,
    usage: (WallTime) -> Double
  ) -> WallTime {
    let end = eligible + weights.window
    var start = now
    while start < end {
      let crossing = crossing(usage: weights.usage == 0 ? 0 : usage(start))
      var next = weights.usage == 0 ? end : min(end, start.startOfNextHour)
      if let turn, turn > start { next = min(next, turn) }
      if crossing <= start { return start }
      if crossing < next { return crossing }
      start = next
    }
    return max(now, end)
  }

  /// When the points meet the threshold for a chance of use that does not change.
  private func crossing(usage: Double) -> WallTime {
    let missing = weights.threshold - fixed - weights.usage * usage
    let age = missing / (weights.threshold + weights.age)
    guard age > 0 else { return eligible }
    let nanoseconds = min(1, age) * Double(weights.window.nanoseconds)
    return eligible + TimeSpan(nanoseconds: Int64(nanoseconds))
  }
}

extension WallTime {
  /// The next full hour after this moment.
  fileprivate var startOfNextHour: WallTime {
    let hour: Int64 = 3_600_000_000_000
    return WallTime(nanoseconds: nanoseconds - nanoseconds % hour) + TimeSpan.hours(1)
  }
}
