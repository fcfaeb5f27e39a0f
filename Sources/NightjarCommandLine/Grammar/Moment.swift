// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// A moment as people give it: a date of RFC 3339, `now`, or a span from now such as `+1h30m`.
enum Moment: Hashable {
  case date(WallTime)
  case fromNow(TimeSpan)

  /// What is wrong with a text that is no moment.
  static let rule =
    "is neither a date such as 2026-05-01T10:30:00Z nor a span from now such as +30m or +1h30m"

  init?(_ text: String) {
    if text == "now" {
      self = .fromNow(.zero)
    } else if text.hasPrefix("+") {
      guard let span = Self.span(text.dropFirst()) else { return nil }
      self = .fromNow(span)
    } else {
      guard let date = WallTime(rfc3339: text) else { return nil }
      self = .date(date)
    }
  }

  /// The moment itself, when it is now.
  func wall(now: WallTime) -> WallTime {
    switch self {
    case .date(let date): date
    case .fromNow(let span): now + span
    }
  }

  private static func span(_ text: Substring) -> TimeSpan? {
    var rest = text
    var total = TimeSpan.zero
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let count = Int64(digits), let unit = rest.popFirst() else { return nil }
      switch unit {
      case "s": total = total + .seconds(count)
      case "m": total = total + .minutes(count)
      case "h": total = total + .hours(count)
      case "d": total = total + .days(count)
      default: return nil
      }
    }
    return total
  }
}
