// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A length of time in nanoseconds; arithmetic saturates instead of trapping.
///
/// `Duration` is twice as wide and traps at its ends; dates that users hand in may lie anywhere, so
/// the scheduler's arithmetic must not have an edge to fall off.
package struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length in nanoseconds; negative for a span into the past.
  package var nanoseconds: Int64

  /// Makes a span of so many nanoseconds.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// No time at all.
  package static let zero = Self(nanoseconds: 0)

  /// The longest span there is, about 292 years.
  package static let max = Self(nanoseconds: .max)

  /// A span of so many milliseconds.
  package static func milliseconds(_ count: Int64) -> Self {
    Self(nanoseconds: saturatingProduct(count, 1_000_000))
  }

  /// A span of so many seconds.
  package static func seconds(_ count: Int64) -> Self {
    Self(nanoseconds: saturatingProduct(count, 1_000_000_000))
  }

  /// A span of so many minutes.
  package static func minutes(_ count: Int64) -> Self { .seconds(saturatingProduct(count, 60)) }

  /// A span of so many hours.
  package static func hours(_ count: Int64) -> Self { .seconds(saturatingProduct(count, 3600)) }

  /// A span of so many days of 24 hours.
  package static func days(_ count: Int64) -> Self { .seconds(saturatingProduct(count, 86_400)) }

  /// The length in seconds, with its fraction.
  package var inSeconds: Double { Double(nanoseconds) / 1e9 }

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  package static func + (left: Self, right: Self) -> Self {
    Self(nanoseconds: saturatingSum(left.nanoseconds, right.nanoseconds))
  }

  package static func - (left: Self, right: Self) -> Self {
    Self(nanoseconds: saturatingDifference(left.nanoseconds, right.nanoseconds))
  }

  package static func * (left: Self, right: Int64) -> Self {
    Self(nanoseconds: saturatingProduct(left.nanoseconds, right))
  }
}

// MARK: - Saturating arithmetic

/// The sum, or the nearest end of the range.
func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
  let (sum, overflow) = left.addingReportingOverflow(right)
  guard overflow else { return sum }
  return right > 0 ? .max : .min
}

/// The difference, or the nearest end of the range.
func saturatingDifference(_ left: Int64, _ right: Int64) -> Int64 {
  let (difference, overflow) = left.subtractingReportingOverflow(right)
  guard overflow else { return difference }
  return right < 0 ? .max : .min
}

/// The product, or the nearest end of the range.
func saturatingProduct(_ left: Int64, _ right: Int64) -> Int64 {
  let (product, overflow) = left.multipliedReportingOverflow(by: right)
  guard overflow else { return product }
  return (left > 0) == (right > 0) ? .max : .min
}
