// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct RunRow: Codable {
  var number: Int64
  var consumed: PendingRow
  var process: IdentityRow
  var startedAt: Int64
  var startedWall: Int64
  var deadline: Int64?
  var isSimulated: Bool

  init(_ run: Run) {
    number = run.number.rawValue
    consumed = PendingRow(run.consumed)
    process = IdentityRow(run.process)
    startedAt = run.startedAt.nanoseconds
    startedWall = run.startedWall.nanoseconds
    deadline = run.deadline?.nanoseconds
    isSimulated = run.isSimulated
  }

  func model() throws(StoreError) -> Run {
    Run(
      number: RunNumber(rawValue: number),
      consumed: try consumed.model(),
      process: process.model(),
      startedAt: Instant(nanoseconds: startedAt),
      startedWall: WallTime(nanoseconds: startedWall),
      deadline: deadline.map { Instant(nanoseconds: $0) },
      isSimulated: isSimulated
    )
  }
}

struct RunRecordRow: Codable {
  var run: RunRow
  var expiration: String?
  var graceEnds: Int64?
  var progress: ProgressRow?
  var quietSince: Int64?
  var use: UseRow?
  var hadCompany: Bool?

  init(_ record: RunRecord) {
    run = RunRow(record.run)
    expiration = record.expiration?.name
    graceEnds = record.graceEnds?.nanoseconds
    progress = record.progress.map { ProgressRow($0) }
    quietSince = record.quietSince?.nanoseconds
    use = record.use.map { UseRow($0) }
    hadCompany = record.hadCompany ? true : nil
  }

  func model() throws(StoreError) -> RunRecord {
    var record = RunRecord(
      run: try run.model(),
      expiration: try expirationReason(expiration),
      graceEnds: graceEnds.map { Instant(nanoseconds: $0) }
    )
    record.progress = progress?.model()
    record.quietSince = quietSince.map { Instant(nanoseconds: $0) }
    record.use = try use?.model()
    record.hadCompany = hadCompany ?? false
    return record
  }
}

struct EndedRow: Codable {
  var run: Int64
  var key: KeyRow
  var kind: String
  var submittedAt: Int64
  var startedAt: Int64
  var endedAt: Int64
  var outcome: String
  var expiration: String?
  var isSimulated: Bool
  var use: UseRow?

  init(_ entry: HistoryEntry) {
    run = entry.run.rawValue
    key = KeyRow(entry.key)
    kind = entry.kind.rawValue
    submittedAt = entry.submittedAt.nanoseconds
    startedAt = entry.startedAt.nanoseconds
    endedAt = entry.endedAt.nanoseconds
    outcome = entry.outcome.rawValue
    expiration = entry.expiration?.name
    isSimulated = entry.isSimulated
    use = entry.use.map { UseRow($0) }
  }

  func model() throws(StoreError) -> HistoryEntry {
    HistoryEntry(
      run: RunNumber(rawValue: run),
      key: key.model(),
      kind: try knownWord(kind),
      submittedAt: WallTime(nanoseconds: submittedAt),
      startedAt: WallTime(nanoseconds: startedAt),
      endedAt: WallTime(nanoseconds: endedAt),
      outcome: try knownWord(outcome),
      expiration: try expirationReason(expiration),
      isSimulated: isSimulated,
      use: try use?.model()
    )
  }
}

private func expirationReason(_ name: String?) throws(StoreError) -> ExpirationReason? {
  guard let name else { return nil }
  guard let reason = ExpirationReason(name: name) else {
    throw unknownWord(name, for: "expiration reason")
  }
  return reason
}
