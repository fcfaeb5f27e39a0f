// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// The model room may not use Foundation, and the wire, the log and the command line must agree on
// one spelling of a date, so the few lines that RFC 3339 needs are here.

extension WallTime {
  /// The moment as RFC 3339 in UTC, with milliseconds only when there are some.
  ///
  /// Years outside 0000…9999, which RFC 3339 cannot spell, are printed as the nearest one it can.
  package var rfc3339: String {
    let milliseconds = floorDivide(nanoseconds, 1_000_000)
    let seconds = floorDivide(milliseconds, 1000)
    let fraction = milliseconds - seconds * 1000
    let day = floorDivide(seconds, 86_400)
    let second = seconds - day * 86_400
    let date = CivilDate(daysSinceEpoch: day)
    let time = [second / 3600, second / 60 % 60, second % 60]
      .map { padded($0, 2) }.joined(separator: ":")
    let tail = fraction == 0 ? "Z" : ".\(padded(fraction, 3))Z"
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(time)\(tail)"
  }

  /// Reads a date and time as RFC 3339 section 5.6 spells it; `nil` for anything else.
  ///
  /// A leap second is read as the second after it, fractions beyond nanoseconds are cut, and a date
  /// beyond what 64 bits of nanoseconds hold becomes the nearest end.
  package init?(rfc3339 text: String) {
    var scanner = DigitScanner(bytes: Array(text.utf8))
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), (1...12).contains(month), scanner.skip("-"),
      let day = scanner.number(digits: 2), day >= 1,
      day <= CivilDate.daysInMonth(month, year: year),
      scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
      let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
      let second = scanner.number(digits: 2), second <= 60
    else { return nil }
    guard let fraction = scanner.fraction(), let offset = scanner.utcOffset(), scanner.isAtEnd
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    let clock = hour * 3600 + minute * 60 + second - offset
    let seconds = date.daysSinceEpoch * 86_400 + clock
    nanoseconds = saturatingSum(saturatingProduct(seconds, 1_000_000_000), fraction)
  }
}

/// A day of the proleptic Gregorian calendar.
///
/// The conversion counts eras of 400 years from 1 March, which puts the leap day last.
private struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSinceEpoch: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func daysInMonth(_ month: Int64, year: Int64) -> Int64 {
    let leap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return switch month {
    case 2: leap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// Reads fixed-width ASCII digits and the marks between them.
private struct DigitScanner {
  var bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == mark.value else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int64? {
    guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
    position += 1
    return Int64(bytes[position - 1] - 48)
  }

  mutating func number(digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// The fraction of a second in nanoseconds; 0 when there is none, `nil` for a lone point.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    var value: Int64 = 0
    var scale: Int64 = 100_000_000
    guard let first = digit() else { return nil }
    value = first * scale
    while let next = digit() {
      scale /= 10
      value += next * scale
    }
    return value
  }

  /// The offset from UTC in seconds, east positive.
  mutating func utcOffset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int64 = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hour = number(digits: 2), hour < 24, skip(":"),
      let minute = number(digits: 2), minute < 60
    else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }
}

/// The quotient rounded towards minus infinity, as days and hours before 1970 need it.
func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}

private func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
