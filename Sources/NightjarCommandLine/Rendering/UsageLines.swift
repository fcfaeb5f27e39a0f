// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// When the user tends to open an app: a line for each day, a letter for each hour.
enum UsageLines {
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let bars: [Character] = ["·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  static func write(
    _ usage: AppsInterface.Usage.Reply,
    of app: String,
    _ session: Session
  ) throws(OutputError) {
    if session.isJSON {
      return try session.write([
        "app": .text(app),
        "since": .optional(usage.since),
        "hours": .list(usage.hours.map(JSONText.decimal)),
      ])
    }
    guard usage.hours.count == 168, let since = usage.since else {
      return try session.write(
        "\(Printable.text(app)) was never opened, as far as is remembered.\n"
      )
    }
    let offset = session.surroundings.utcOffset(session.surroundings.now())
    let lines = grid(local(usage.hours, secondsFromUTC: offset))
    let times = session.times
    try session.write(
      "     0     6     12    18\n" + lines.joined(separator: "\n")
        + "\n\nSince \(times.local(since)); a taller bar is an hour in which it is opened "
        + "more often.\n"
    )
  }

  /// The hours as they lie in the week of the reader.
  private static func local(_ hours: [Double], secondsFromUTC offset: Int64) -> [Double] {
    let shift = Int((Double(offset) / 3600).rounded(.down))
    return hours.indices.map { hours[(($0 - shift) % 168 + 168) % 168] }
  }

  private static func grid(_ hours: [Double]) -> [String] {
    let most = max(hours.max() ?? 0, .leastNonzeroMagnitude)
    return days.enumerated().map { day, name in
      let row = hours[(day * 24)..<(day * 24 + 24)].map { weight -> Character in
        // What has nearly faded still shows as the lowest bar.
        weight <= most / 100 ? bars[0] : bars[max(1, Int((weight / most * 8).rounded()))]
      }
      return "\(name)  \(String(row))"
    }
  }
}
