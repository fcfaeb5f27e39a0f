// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

extension WallTime {
  /// The moment as RFC 3339 in UTC with every nanosecond that it has.
  ///
  /// What an app submits must come back as it was, and a floor that lost its last digits would lie
  /// before the one that was asked for.
  var exactRFC3339: String {
    let unit: Int64 = 1_000_000_000
    let fraction = (nanoseconds % unit + unit) % unit
    let (second, overflow) = nanoseconds.subtractingReportingOverflow(fraction)
    guard fraction != 0, !overflow else { return rfc3339 }
    var digits = String(String(unit + fraction).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(WallTime(nanoseconds: second).rfc3339.dropLast()).\(digits)Z"
  }
}
