// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite

extension StateDatabase {
  /// Reads everything; a row that makes no sense is told of, and stays in the file.
  static func load(
    _ connection: Connection,
    boot: String?,
    unreadable: inout [String]
  ) throws(SQLiteError) -> StoredState {
    var state = StoredState()
    let apps = try connection.statement("SELECT * FROM apps")
    while try apps.step() {
      state.apps.append(apps.appRecord())
    }
    let requests = try connection.statement("SELECT \(requestColumns) FROM requests")
    while try requests.step() {
      read(requests, "requests", into: &unreadable) { row throws(UnreadableRow) in
        state.pending.append(try row.pendingRequest())
      }
    }
    let runs = try connection.statement(
      """
      SELECT \(requestColumns),
        run, pid, start_ticks, started_at, started_wall, deadline, is_simulated FROM runs
      """
    )
    while try runs.step() {
      read(runs, "runs", into: &unreadable) { row throws(UnreadableRow) in
        state.runs.append(RunRecord(run: try row.run()))
      }
    }
    let crashes = try connection.statement("SELECT * FROM crashes")
    while try crashes.step() {
      state.crashes.append(crashes.crashRecord())
    }
    try loadNames(connection, boot: boot, into: &state)
    return state
  }

  private static func read(
    _ statement: Statement,
    _ table: String,
    into unreadable: inout [String],
    _ work: (Statement) throws(UnreadableRow) -> Void
  ) {
    do throws(UnreadableRow) {
      try work(statement)
    } catch {
      let key = statement.key()
      unreadable.append("\(table), \(key.app.rawValue), \(key.task.rawValue): \(error.why)")
    }
  }

  private static func loadNames(
    _ connection: Connection,
    boot: String?,
    into state: inout StoredState
  ) throws(SQLiteError) {
    let settings = try connection.statement("SELECT name, value FROM settings")
    while try settings.step() {
      state.settings[settings.text(at: 0)] = settings.text(at: 1)
    }
    // Where boots have no names, none is known to have been.
    state.isSameBoot = boot == nil
    let meta = try connection.statement("SELECT value FROM meta WHERE name = 'boot_id'")
    while try meta.step() {
      state.isSameBoot = boot == meta.text(at: 0)
    }
    let submission = try number(
      connection,
      """
      SELECT max((SELECT value FROM counters WHERE name = 'submission'),
        coalesce((SELECT max(number) FROM requests), 0))
      """
    )
    state.lastSubmission = SubmissionNumber(rawValue: submission)
    let run = try number(
      connection,
      """
      SELECT max((SELECT value FROM counters WHERE name = 'run'),
        coalesce((SELECT max(run) FROM runs), 0))
      """
    )
    state.lastRun = RunNumber(rawValue: run)
  }

  private static func number(
    _ connection: Connection,
    _ sql: String
  ) throws(SQLiteError) -> Int64 {
    let statement = try connection.statement(sql)
    var value: Int64 = 0
    while try statement.step() {
      value = statement.int64(at: 0)
    }
    guard (0..<Ring.end).contains(value) else {
      throw SQLiteError(
        extendedCode: SQLiteError.Code.corrupt.rawValue,
        message: "\(value) cannot have been counted up to",
        subject: connection.path
      )
    }
    return value
  }
}

extension Statement {
  /// Reads a run from the columns 0…18.
  fileprivate func run() throws(UnreadableRow) -> Run {
    Run(
      number: RunNumber(rawValue: int64(at: 12)),
      consumed: try pendingRequest(),
      process: ProcessIdentity(
        pid: Int32(truncatingIfNeeded: int64(at: 13)),
        startTicks: UInt64(bitPattern: int64(at: 14))
      ),
      startedAt: Instant(nanoseconds: int64(at: 15)),
      startedWall: WallTime(nanoseconds: int64(at: 16)),
      deadline: optionalInt64(at: 17).map { Instant(nanoseconds: $0) },
      isSimulated: bool(at: 18)
    )
  }

  fileprivate func crashRecord() -> CrashRecord {
    CrashRecord(key: key(), crashes: Int(int64(at: 2)), isQuarantined: bool(at: 3))
  }
}
