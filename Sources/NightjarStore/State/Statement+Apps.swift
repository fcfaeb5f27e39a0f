// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite

extension Statement {
  /// Binds an app to the parameters 1…15.
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
  }

  /// Reads an app from the columns 0…14.
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
    return record
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
