// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarStore

/// Values to store; each fills every field.
enum Samples {
  static let app = AppIdentifier("org.example.reader")
  static let process = ProcessIdentity(pid: 4711, startTicks: .max - 3)

  static func key(_ task: String, app: AppIdentifier = Samples.app) -> RequestKey {
    RequestKey(app: app, task: TaskIdentifier(task))
  }

  static func pending(
    _ number: Int64,
    task: String = "refresh",
    app: AppIdentifier = Samples.app
  ) -> PendingRequest {
    PendingRequest(
      request: TaskRequest(
        key: key(task, app: app),
        kind: .refresh,
        earliestBegin: WallTime(nanoseconds: 17),
        conditions: [.network, .externalPower]
      ),
      number: SubmissionNumber(rawValue: number),
      submittedAt: WallTime(nanoseconds: 1_700_000_000_000_000_000 + number)
    )
  }

  static let continued = PendingRequest(
    request: TaskRequest(
      key: key("org.example.reader.export.\u{1F426}"),
      kind: .continued,
      continued: ContinuedDetails(
        title: "Exporting",
        subtitle: "",
        strategy: .fail,
        resources: 1
      )
    ),
    number: SubmissionNumber(rawValue: 9),
    submittedAt: WallTime(nanoseconds: -5)
  )

  static let health = PendingRequest(
    request: TaskRequest(key: key("study"), kind: .healthResearch, protectionType: "complete"),
    number: SubmissionNumber(rawValue: 10),
    submittedAt: WallTime(nanoseconds: .max)
  )

  static let facts = AppFacts(
    identifier: app,
    bundleIdentifier: "org.example.reader",
    executable: "/opt/reader/reader",
    arguments: ["--tab", "1:2", "", "\u{E9}\u{0}"],
    workingDirectory: "/opt/reader",
    infoPlist: "/opt/reader/Info.plist",
    name: "Reader",
    build: "7",
    permittedIdentifiers: ["refresh", "org.example.reader.export.*"],
    backgroundModes: ["fetch", "processing"],
    entitlements: ["a", "b"]
  )

  static var record: AppRecord {
    var record = AppRecord(facts: facts)
    record.isForceQuit = true
    record.isRefreshOn = false
    record.lastForeground = WallTime(nanoseconds: 12)
    record.launchFailures = 3
    record.meters.refreshFullAt = WallTime(nanoseconds: 13)
    record.meters.dataFullAt = WallTime(nanoseconds: 14)
    return record
  }

  static func run(_ number: Int64, of consumed: PendingRequest) -> Run {
    Run(
      number: RunNumber(rawValue: number),
      consumed: consumed,
      process: process,
      startedAt: Instant(nanoseconds: 5),
      startedWall: WallTime(nanoseconds: 6),
      deadline: Instant(nanoseconds: 7),
      isSimulated: true
    )
  }

  static var use: ResourceUse {
    var use = ResourceUse(cpu: .milliseconds(1500), readBytes: nil, writtenBytes: 4096)
    use.networkBytesAtMost = 7
    use.energy = Energy(microjoules: 8_000_000_000, source: .battery)
    return use
  }

  static func ended(_ run: Run, _ outcome: Outcome = .expired) -> HistoryEntry {
    HistoryEntry(
      run: run.number,
      key: run.key,
      kind: run.consumed.request.kind,
      submittedAt: run.consumed.submittedAt,
      startedAt: run.startedWall,
      endedAt: WallTime(nanoseconds: 99),
      outcome: outcome,
      expiration: .conditionLost(.network),
      isSimulated: run.isSimulated,
      use: use
    )
  }

  static func saved(_ number: Int64, task: String = "refresh") -> Batch {
    Batch(changes: [.requestSaved(pending(number, task: task), replacing: nil)])
  }

  static func line(_ text: String) -> Batch {
    Batch(log: [
      LogRecord(
        at: WallTime(nanoseconds: 1),
        level: .warning,
        category: "Daemon:lifecycle",
        message: text,
        app: app,
        task: TaskIdentifier("refresh")
      )
    ])
  }
}
