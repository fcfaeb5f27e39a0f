// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Random numbers that are the same each time for the same seed: SplitMix64 (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The dice of one user of a population, which do not depend on how many others there are.
  init(seed: UInt64, user: Int) {
    var first = Self(seed: seed)
    var second = Self(seed: first.next() ^ UInt64(truncatingIfNeeded: user))
    self.init(seed: second.next())
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Whether something happens that does in so many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// A time of day about an hour, so many minutes early or late at most.
  mutating func time(about hour: Double, spread minutes: Int64) -> TimeSpan {
    let seconds =
      Int64(hour * 3600) + Int64.random(in: (-60 * minutes)...(60 * minutes), using: &self)
    return .seconds(min(max(seconds, 0), 86_399))
  }

  mutating func minutes(_ range: ClosedRange<Int64>) -> TimeSpan {
    .minutes(Int64.random(in: range, using: &self))
  }
}
