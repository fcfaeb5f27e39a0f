// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct SnapshotRow: Codable {
  var device: DeviceRow
  var wallOffset: Int64
  var apps: [AppRow]
  var pending: [PendingRow]
  var runs: [RunRecordRow]
  var crashes: [CrashRow]
  var processes: [ProcessRow]
  var holds: [HoldRow]
  var deliveries: [DeliveryStateRow]?
  var lastSubmission: Int64
  var lastRun: Int64

  init(_ snapshot: Snapshot) {
    device = DeviceRow(snapshot.device)
    wallOffset = snapshot.wallOffset.nanoseconds
    apps = snapshot.apps.map { AppRow($0) }
    pending = snapshot.pending.map { PendingRow($0) }
    runs = snapshot.runs.map { RunRecordRow($0) }
    crashes = snapshot.crashes.map { CrashRow($0) }
    processes = snapshot.processes.map { ProcessRow($0) }
    holds = snapshot.holds.map { HoldRow($0) }
    if !snapshot.deliveries.isEmpty {
      deliveries = snapshot.deliveries.sorted { $0.key < $1.key }
        .map { DeliveryStateRow($0.value, of: $0.key) }
    }
    lastSubmission = snapshot.lastSubmission.rawValue
    lastRun = snapshot.lastRun.rawValue
  }

  func model() throws(StoreError) -> Snapshot {
    var snapshot = Snapshot(
      device: try device.model(),
      wallOffset: WallOffset(nanoseconds: wallOffset),
      apps: apps.map { $0.model() },
      pending: try pending.models { row throws(StoreError) in try row.model() },
      runs: try runs.models { row throws(StoreError) in try row.model() },
      crashes: crashes.map { $0.model() },
      processes: try processes.models { row throws(StoreError) in try row.model() },
      holds: try holds.models { row throws(StoreError) in try row.model() },
      lastSubmission: SubmissionNumber(rawValue: lastSubmission),
      lastRun: RunNumber(rawValue: lastRun)
    )
    for row in deliveries ?? [] { snapshot.deliveries[AppIdentifier(row.app)] = row.model() }
    return snapshot
  }
}

struct HoldRow: Codable {
  var type: String
  var key: KeyRow?
  var app: String?
  var at: Int64?
  var simulated: Bool?

  init(_ hold: Hold) {
    switch hold {
    case .launching(let key, let simulated):
      (type, self.key, self.simulated) = ("launching", KeyRow(key), simulated)
    case .requestRetry(let key, let at):
      (type, self.key, self.at) = ("requestRetry", KeyRow(key), at.nanoseconds)
    case .taskRetry(let key, let at):
      (type, self.key, self.at) = ("taskRetry", KeyRow(key), at.nanoseconds)
    case .scored(let key, let at):
      (type, self.key, self.at) = ("scored", KeyRow(key), at.nanoseconds)
    case .appRetry(let app, let at):
      (type, self.app, self.at) = ("appRetry", app.rawValue, at.nanoseconds)
    case .resumeTurn(let app, let at):
      (type, self.app, self.at) = ("resumeTurn", app.rawValue, at.nanoseconds)
    }
  }

  func model() throws(StoreError) -> Hold {
    switch type {
    case "launching":
      .launching(
        try demand(key, "key", of: type).model(),
        simulated: try demand(simulated, "simulated", of: type)
      )
    case "requestRetry":
      .requestRetry(try demand(key, "key", of: type).model(), at: try instant())
    case "taskRetry":
      .taskRetry(try demand(key, "key", of: type).model(), at: try instant())
    case "scored":
      .scored(try demand(key, "key", of: type).model(), at: try instant())
    case "appRetry":
      .appRetry(AppIdentifier(try demand(app, "app", of: type)), at: try instant())
    case "resumeTurn":
      .resumeTurn(AppIdentifier(try demand(app, "app", of: type)), at: try instant())
    default: throw unknownWord(type, for: "hold")
    }
  }

  private func instant() throws(StoreError) -> Instant {
    Instant(nanoseconds: try demand(at, "at", of: type))
  }
}
