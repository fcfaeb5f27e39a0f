// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A point on the clock that never jumps: nanoseconds since the machine booted.
///
/// The daemon reads it from `CLOCK_BOOTTIME`, which goes on through suspend; the simulator makes it
/// up. Deadlines of running work are instants, dates that a user wrote are ``WallTime``.
package struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since boot.
  package var nanoseconds: Int64

  /// Makes the instant that lies so many nanoseconds after boot.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment of boot.
  package static let zero = Self(nanoseconds: 0)

  /// A moment that never comes.
  package static let distantFuture = Self(nanoseconds: .max)

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  package static func + (left: Self, right: TimeSpan) -> Self {
    Self(nanoseconds: saturatingSum(left.nanoseconds, right.nanoseconds))
  }

  package static func - (left: Self, right: Self) -> TimeSpan {
    TimeSpan(nanoseconds: saturatingDifference(left.nanoseconds, right.nanoseconds))
  }
}
