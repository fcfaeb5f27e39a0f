// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Moments as a person reads them: on the local clock, or by their distance from now.
struct TimeWords {
  var now: WallTime

  /// Seconds east of UTC on the local clock at a moment.
  var offset: (WallTime) -> Int64

  /// The time of day, with the date before it unless that is today.
  func local(_ moment: WallTime) -> String {
    let (day, time) = civil(moment)
    return day == civil(now).day ? time : "\(day) \(time)"
  }

  /// The local time of an RFC 3339 text; the text itself when it is none.
  func local(_ text: String) -> String {
    WallTime(rfc3339: text).map(local) ?? Printable.text(text)
  }

  /// How long ago it was or how far ahead it is.
  func distance(to moment: WallTime) -> String {
    let span = moment - now
    if span.nanoseconds > 0 { return "in \(Self.length(span))" }
    let past = TimeSpan.zero - span
    return past < .seconds(1) ? "just now" : "\(Self.length(past)) ago"
  }

  /// The distance of an RFC 3339 text; the text itself when it is none.
  func distance(to text: String) -> String {
    WallTime(rfc3339: text).map(distance) ?? Printable.text(text)
  }

  /// The sentence with every date in it on the local clock.
  func localized(_ sentence: String) -> String {
    // Most sentences hold no date, and long lists have many sentences.
    guard sentence.utf8.contains(UInt8(ascii: "T")) else { return Printable.text(sentence) }
    return sentence.split(separator: " ", omittingEmptySubsequences: false)
      .map { local(String($0)) }.joined(separator: " ")
  }

  /// A length in the unit in which it is a handy number, rounded up as a waiting person counts.
  private static func length(_ span: TimeSpan) -> String {
    let seconds = (span.nanoseconds - 1) / 1_000_000_000 + 1
    return switch seconds {
    case ..<100: "\(seconds) s"
    case ..<6000: "\((seconds + 30) / 60) min"
    case ..<172_800: "\((seconds + 1800) / 3600) h"
    default: "\((seconds + 43_200) / 86_400) d"
    }
  }

  private func civil(_ moment: WallTime) -> (day: String, time: String) {
    let text = (moment + .seconds(offset(moment))).rfc3339
    return (String(text.prefix(10)), String(text.dropFirst(11).prefix(8)))
  }
}
