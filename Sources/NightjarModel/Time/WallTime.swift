// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A point on the wall clock: nanoseconds since 1970-01-01T00:00:00Z, which may jump both ways.
package struct WallTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the Unix epoch.
  package var nanoseconds: Int64

  /// Makes the moment that lies so many nanoseconds after the Unix epoch.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes a moment from seconds since the Unix epoch, clamped to what 64 bits hold.
  ///
  /// Any `Double` is taken: a value beyond the years 1677…2262 becomes the nearest end, and not a
  /// number becomes `nil`, since no moment is meant by it.
  package init?(secondsSinceEpoch seconds: Double) {
    guard !seconds.isNaN else { return nil }
    // The range is checked by hand, since `rounded()` would need libm and this room links nothing.
    let scaled = seconds * 1e9
    nanoseconds =
      scaled >= 9.223_372_036_854_774e18
      ? .max : scaled <= -9.223_372_036_854_774e18 ? .min : Int64(scaled)
  }

  /// Seconds since the Unix epoch, with their fraction.
  package var secondsSinceEpoch: Double { Double(nanoseconds) / 1e9 }

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  package static func + (left: Self, right: TimeSpan) -> Self {
    Self(nanoseconds: saturatingSum(left.nanoseconds, right.nanoseconds))
  }

  package static func - (left: Self, right: Self) -> TimeSpan {
    TimeSpan(nanoseconds: saturatingDifference(left.nanoseconds, right.nanoseconds))
  }
}

/// What must be added to an ``Instant`` to get the ``WallTime``; it changes when the clock is set.
package struct WallOffset: Hashable, Sendable {
  /// Wall clock minus boot clock, in nanoseconds.
  package var nanoseconds: Int64

  /// Makes an offset of so many nanoseconds.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes the offset that was seen when both clocks were read together.
  package init(wall: WallTime, at instant: Instant) {
    nanoseconds = saturatingDifference(wall.nanoseconds, instant.nanoseconds)
  }

  /// What the wall clock shows at an instant.
  package func wall(at instant: Instant) -> WallTime {
    WallTime(nanoseconds: saturatingSum(instant.nanoseconds, nanoseconds))
  }

  /// When the wall clock will show a time, if nobody sets it.
  package func instant(of wall: WallTime) -> Instant {
    // A date beyond the range of the clock saturates, so that "never" stays "never".
    if wall.nanoseconds == .max { return .distantFuture }
    return Instant(nanoseconds: saturatingDifference(wall.nanoseconds, nanoseconds))
  }
}
