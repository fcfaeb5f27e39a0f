// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite

/// The file `state.sqlite`: statements that write one change each.
final class StateDatabase {
  let connection: Connection
  private let boot: String?
  private var isBootRecorded = false
  private var isForcing: Bool?

  init(connection: Connection, boot: String?) {
    self.connection = connection
    self.boot = boot
  }

  /// Writes changes and settings in one transaction, and forces the disk if it is to be durable.
  ///
  /// A commit that is not forced survives the end of the process, and reaches the disk with the
  /// next that is (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
  func write(
    _ changes: [StateChange],
    settings: [Setting],
    isDurable: Bool
  ) throws(SQLiteError) {
    // SQLite goes on with a file that was removed, and whoever is answered would be deceived.
    if isDurable, connection.hasMoved { throw Self.moved(connection.path) }
    try force(isDurable)
    try connection.transaction { () throws(SQLiteError) in
      if !isBootRecorded, let boot { try setMeta("boot_id", boot) }
      for change in changes {
        try apply(change)
      }
      for setting in settings {
        try apply(setting)
      }
    }
    isBootRecorded = true
  }

  /// Writes over what a failed commit may have left in the log.
  ///
  /// When forcing the log fails, the commit stands in it all the same and would come back to life
  /// after a crash, although it was reported as failed. Any later commit takes its place.
  func seal() throws(SQLiteError) {
    try force(false)
    try connection.transaction { () throws(SQLiteError) in
      // The value has to change: SQLite writes nothing for an update that changes no byte.
      try connection.statement(
        """
        INSERT INTO counters VALUES ('seal', 1)
        ON CONFLICT (name) DO UPDATE SET value = value + 1
        """
      ).run()
    }
  }

  private static func moved(_ path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: StoreError.movedFile,
      message: "the file is not at its path any more",
      subject: path
    )
  }

  private func force(_ isOn: Bool) throws(SQLiteError) {
    guard isForcing != isOn else { return }
    try connection.execute("PRAGMA synchronous = \(isOn ? "FULL" : "NORMAL")")
    isForcing = isOn
  }

  private func setMeta(_ name: String, _ value: String) throws(SQLiteError) {
    let statement = try connection.statement("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")
    statement.bind(name, at: 1)
    statement.bind(value, at: 2)
    try statement.run()
  }

  private func apply(_ setting: Setting) throws(SQLiteError) {
    let sql =
      setting.value == nil
      ? "DELETE FROM settings WHERE name = ?1"
      : "INSERT OR REPLACE INTO settings VALUES (?1, ?2)"
    let statement = try connection.statement(sql)
    statement.bind(setting.name, at: 1)
    if let value = setting.value { statement.bind(value, at: 2) }
    try statement.run()
  }

  private func apply(_ change: StateChange) throws(SQLiteError) {
    switch change {
    case .appSaved(let record): try save(record)
    case .appRemoved(let app): try remove(app)
    case .requestSaved(let pending, _): try save(pending)
    case .requestRemoved(let pending, _): try remove(pending)
    case .runStarted(let run): try start(run)
    case .runEnded(let entry): try end(entry.run)
    case .crashesCounted(let record): try save(record)
    }
  }
}

// MARK: - Changes

extension StateDatabase {
  private func save(_ record: AppRecord) throws(SQLiteError) {
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO apps
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
        ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)
      """
    )
    statement.bind(record)
    try statement.run()
  }

  private func remove(_ app: AppIdentifier) throws(SQLiteError) {
    for sql in [
      """
      UPDATE counters SET value = max(
        value, coalesce((SELECT max(number) FROM requests WHERE app = ?1), 0)
      ) WHERE name = 'submission'
      """,
      """
      UPDATE counters SET value = max(
        value, coalesce((SELECT max(run) FROM runs WHERE app = ?1), 0)
      ) WHERE name = 'run'
      """,
      "DELETE FROM requests WHERE app = ?1",
      "DELETE FROM runs WHERE app = ?1",
      "DELETE FROM crashes WHERE app = ?1",
      "DELETE FROM apps WHERE app = ?1",
    ] {
      let statement = try connection.statement(sql)
      statement.bind(app.rawValue, at: 1)
      try statement.run()
    }
  }

  private func save(_ pending: PendingRequest) throws(SQLiteError) {
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO requests (\(requestColumns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """
    )
    statement.bind(pending)
    try statement.run()
  }

  private func remove(_ pending: PendingRequest) throws(SQLiteError) {
    let statement = try connection.statement(
      "DELETE FROM requests WHERE app = ?1 AND task = ?2 AND number = ?3"
    )
    statement.bind(pending.request.key)
    statement.bind(pending.number.rawValue, at: 3)
    try statement.run()
    try count("submission", pending.number.rawValue)
  }

  private func start(_ run: Run) throws(SQLiteError) {
    try remove(run.consumed)
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO runs (\(requestColumns),
        run, pid, start_ticks, started_at, started_wall, deadline, is_simulated)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
      """
    )
    statement.bind(run.consumed)
    statement.bind(run.number.rawValue, at: 13)
    statement.bind(Int64(run.process.pid), at: 14)
    statement.bind(Int64(bitPattern: run.process.startTicks), at: 15)
    statement.bind(run.startedAt.nanoseconds, at: 16)
    statement.bind(run.startedWall.nanoseconds, at: 17)
    statement.bind(run.deadline?.nanoseconds, at: 18)
    statement.bind(run.isSimulated, at: 19)
    try statement.run()
  }

  private func end(_ run: RunNumber) throws(SQLiteError) {
    let statement = try connection.statement("DELETE FROM runs WHERE run = ?1")
    statement.bind(run.rawValue, at: 1)
    try statement.run()
    try count("run", run.rawValue)
  }

  private func save(_ record: CrashRecord) throws(SQLiteError) {
    let isForgotten = record.crashes == 0 && !record.isQuarantined
    let statement = try connection.statement(
      isForgotten
        ? "DELETE FROM crashes WHERE app = ?1 AND task = ?2"
        : "INSERT OR REPLACE INTO crashes VALUES (?1, ?2, ?3, ?4)"
    )
    statement.bind(record.key)
    if !isForgotten {
      statement.bind(Int64(record.crashes), at: 3)
      statement.bind(record.isQuarantined, at: 4)
    }
    try statement.run()
  }

  /// Remembers a number whose row goes away, so that it is not given again.
  func count(_ name: String, _ number: Int64) throws(SQLiteError) {
    let statement = try connection.statement(
      "UPDATE counters SET value = ?2 WHERE name = ?1 AND value < ?2"
    )
    statement.bind(name, at: 1)
    statement.bind(number, at: 2)
    try statement.run()
  }
}
