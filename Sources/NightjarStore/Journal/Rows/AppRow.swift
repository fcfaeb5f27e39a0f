// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct FactsRow: Codable {
  var app: String
  var bundleIdentifier: String?
  var executable: String
  var arguments: [String]
  var workingDirectory: String?
  var infoPlist: String?
  var name: String
  var build: String
  var permittedIdentifiers: [String]
  var backgroundModes: [String]
  var entitlements: [String]

  init(_ facts: AppFacts) {
    app = facts.identifier.rawValue
    bundleIdentifier = facts.bundleIdentifier
    executable = facts.executable
    arguments = facts.arguments
    workingDirectory = facts.workingDirectory
    infoPlist = facts.infoPlist
    name = facts.name
    build = facts.build
    permittedIdentifiers = facts.permittedIdentifiers
    backgroundModes = facts.backgroundModes.sorted()
    entitlements = facts.entitlements.sorted()
  }

  func model() -> AppFacts {
    AppFacts(
      identifier: AppIdentifier(app),
      bundleIdentifier: bundleIdentifier,
      executable: executable,
      arguments: arguments,
      workingDirectory: workingDirectory,
      infoPlist: infoPlist,
      name: name,
      build: build,
      permittedIdentifiers: permittedIdentifiers,
      backgroundModes: Set(backgroundModes),
      entitlements: Set(entitlements)
    )
  }
}

struct AppRow: Codable {
  var facts: FactsRow
  var isForceQuit: Bool
  var isRefreshOn: Bool
  var lastForeground: Int64?
  var launchFailures: Int
  var usage: UsageRow?
  var meters: MetersRow?

  init(_ record: AppRecord) {
    facts = FactsRow(record.facts)
    isForceQuit = record.isForceQuit
    isRefreshOn = record.isRefreshOn
    lastForeground = record.lastForeground?.nanoseconds
    launchFailures = record.launchFailures
    usage = UsageRow(record.usage)
    meters = MetersRow(record.meters)
  }

  func model() -> AppRecord {
    var record = AppRecord(facts: facts.model())
    record.isForceQuit = isForceQuit
    record.isRefreshOn = isRefreshOn
    record.lastForeground = lastForeground.map { WallTime(nanoseconds: $0) }
    record.launchFailures = launchFailures
    record.usage = usage?.model() ?? UsageHistory()
    record.meters = meters?.model() ?? AppMeters()
    return record
  }
}

struct UsageRow: Codable {
  var hours: [Double]
  var day: Int64
  var since: Int64?

  init(_ usage: UsageHistory) {
    hours = usage.hours
    day = usage.day
    since = usage.since?.nanoseconds
  }

  func model() -> UsageHistory {
    UsageHistory(hours: hours, day: day, since: since.map { WallTime(nanoseconds: $0) })
  }
}

struct MetersRow: Codable {
  var refreshFullAt: Int64?
  var pushFullAt: Int64?
  var dataFullAt: Int64?
  var lastRefresh: Int64?
  var lastPush: Int64?

  init(_ meters: AppMeters) {
    refreshFullAt = meters.refreshFullAt?.nanoseconds
    pushFullAt = meters.pushFullAt?.nanoseconds
    dataFullAt = meters.dataFullAt?.nanoseconds
    lastRefresh = meters.lastRefresh?.nanoseconds
    lastPush = meters.lastPush?.nanoseconds
  }

  func model() -> AppMeters {
    var meters = AppMeters()
    meters.refreshFullAt = refreshFullAt.map { WallTime(nanoseconds: $0) }
    meters.dataFullAt = dataFullAt.map { WallTime(nanoseconds: $0) }
    meters.pushFullAt = pushFullAt.map { WallTime(nanoseconds: $0) }
    meters.lastRefresh = lastRefresh.map { WallTime(nanoseconds: $0) }
    meters.lastPush = lastPush.map { WallTime(nanoseconds: $0) }
    return meters
  }
}

struct CrashRow: Codable {
  var key: KeyRow
  var crashes: Int
  var isQuarantined: Bool

  init(_ record: CrashRecord) {
    key = KeyRow(record.key)
    crashes = record.crashes
    isQuarantined = record.isQuarantined
  }

  func model() -> CrashRecord {
    CrashRecord(key: key.model(), crashes: crashes, isQuarantined: isQuarantined)
  }
}
