// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite

extension Statement {
  /// Binds an app to the parameters 1…23.
  func bind(_ record: AppRecord) {
    let facts = record.facts
    bind(facts.identifier.rawValue, at: 1)
    bind(facts.bundleIdentifier, at: 2)
    bind(facts.executable, at: 3)
    bind(TextList.encode(facts.arguments), at: 4)
    bind(facts.workingDirectory, at: 5)
    bind(facts.infoPlist, at: 6)
    bind(facts.name, at: 7)
    bind(facts.build, at: 8)
    bind(TextList.encode(facts.permittedIdentifiers), at: 9)
    bind(TextList.encode(facts.backgroundModes.sorted()), at: 10)
    bind(TextList.encode(facts.entitlements.sorted()), at: 11)
    bind(record.isForceQuit, at: 12)
    bind(record.isRefreshOn, at: 13)
    bind(record.lastForeground?.nanoseconds, at: 14)
    bind(Int64(record.launchFailures), at: 15)
    bind(HourList.encode(record.usage.hours), at: 16)
    bind(record.usage.day, at: 17)
    bind(record.usage.since?.nanoseconds, at: 18)
    bind(record.meters.refreshFullAt?.nanoseconds, at: 19)
    bind(record.meters.pushFullAt?.nanoseconds, at: 20)
    bind(record.meters.lastRefresh?.nanoseconds, at: 21)
    bind(record.meters.lastPush?.nanoseconds, at: 22)
    bind(record.meters.dataFullAt?.nanoseconds, at: 23)
  }

  /// Reads an app from the columns 0…22.
  func appRecord() -> AppRecord {
    let facts = AppFacts(
      identifier: AppIdentifier(text(at: 0)),
      bundleIdentifier: optionalText(at: 1),
      executable: text(at: 2),
      arguments: TextList.decode(text(at: 3)),
      workingDirectory: optionalText(at: 4),
      infoPlist: optionalText(at: 5),
      name: text(at: 6),
      build: text(at: 7),
      permittedIdentifiers: TextList.decode(text(at: 8)),
      backgroundModes: Set(TextList.decode(text(at: 9))),
      entitlements: Set(TextList.decode(text(at: 10)))
    )
    var record = AppRecord(facts: facts)
    record.isForceQuit = bool(at: 11)
    record.isRefreshOn = bool(at: 12)
    record.lastForeground = optionalInt64(at: 13).map { WallTime(nanoseconds: $0) }
    record.launchFailures = Int(int64(at: 14))
    record.usage = UsageHistory(
      hours: HourList.decode(optionalText(at: 15) ?? ""),
      day: optionalInt64(at: 16) ?? 0,
      since: wallTime(at: 17)
    )
    record.meters.refreshFullAt = wallTime(at: 18)
    record.meters.pushFullAt = wallTime(at: 19)
    record.meters.lastRefresh = wallTime(at: 20)
    record.meters.lastPush = wallTime(at: 21)
    record.meters.dataFullAt = wallTime(at: 22)
    return record
  }

  private func wallTime(at column: Int32) -> WallTime? {
    optionalInt64(at: column).map { WallTime(nanoseconds: $0) }
  }
}

/// The weights of the hours of a week in one column: each that is not zero, after its hour.
enum HourList {
  static func encode(_ hours: [Double]) -> String {
    hours.enumerated().filter { $0.element != 0 }
      .map { "\($0.offset):\($0.element)" }.joined(separator: " ")
  }

  /// Reads the weights; empty when none is not zero, and what makes no sense is left out.
  static func decode(_ text: String) -> [Double] {
    guard !text.isEmpty else { return [] }
    var hours = [Double](repeating: 0, count: 168)
    for word in text.split(separator: " ") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let hour = Int(parts[0]), hours.indices.contains(hour),
        let weight = Double(parts[1]), weight.isFinite, weight >= 0
      else { continue }
      hours[hour] = weight
    }
    return hours
  }
}

/// A list of texts in one column: each text is preceded by its length in bytes and a colon.
///
/// As djb's netstrings are, but without the comma; the texts may hold any character.
enum TextList {
  static func encode(_ texts: [String]) -> String {
    texts.map { "\($0.utf8.count):\($0)" }.joined()
  }

  /// Reads a list; what follows a length that cannot be is left out.
  static func decode(_ text: String) -> [String] {
    var texts: [String] = []
    var rest = text.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      guard let count = Int(Substring(rest[..<colon])), count >= 0 else { break }
      let start = rest.index(after: colon)
      guard let end = rest.index(start, offsetBy: count, limitedBy: rest.endIndex) else { break }
      texts.append(String(Substring(rest[start..<end])))
      rest = rest[end...]
    }
    return texts
  }
}
