// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite

/// What goes to `history.sqlite` in one transaction.
struct HistoryBatch {
  var ended: [HistoryEntry] = []
  var log: [LogRecord] = []
  var journal: [JournalItem] = []

  var isEmpty: Bool { ended.isEmpty && log.isEmpty && journal.isEmpty }
  var count: Int { ended.count + log.count + journal.count }

  /// Adds what a batch has for the history.
  mutating func add(_ batch: Batch) {
    ended += batch.ended
    log += batch.log
    journal += batch.journal
  }
}

/// The file `history.sqlite`: three bounded tables, written without forcing the disk.
final class HistoryDatabase {
  /// How many rows each table keeps, and how many bytes of entries a segment of the journal.
  struct Limits {
    var history = 10_000
    var log = 20_000
    var journal = 16 << 20
  }

  let connection: Connection
  private var history: Ring
  private var log: Ring
  private var journal: Journal

  /// Whether entries can be written, or a checkpoint has to come first.
  var isJournalOpen: Bool { journal.isOpen }

  init(connection: Connection, limits: Limits) throws(SQLiteError) {
    self.connection = connection
    try connection.execute("PRAGMA synchronous = NORMAL")
    history = try Ring("history", limit: limits.history, connection: connection)
    log = try Ring("log", limit: limits.log, connection: connection)
    journal = try Journal(connection, limit: limits.journal)
  }

  /// Whether the journal should go on with a new checkpoint; told once.
  func tellJournalLength() -> Bool { journal.tellLength() }

  /// Writes a batch in one transaction.
  ///
  /// - Throws: `SQLiteError` when it could not be written; the journal is closed then, since a
  ///   journal with a hole replays to something else.
  func write(_ batch: HistoryBatch) throws(SQLiteError) {
    let before = (history, log, journal)
    do throws(SQLiteError) {
      try connection.transaction { () throws(SQLiteError) in
        for entry in batch.ended {
          try insert(entry)
        }
        for record in batch.log {
          try insert(record)
        }
        for item in batch.journal {
          try journal.append(item, to: connection)
        }
        try history.trim(connection)
        try log.trim(connection)
      }
    } catch {
      (history, log, journal) = before
      if !batch.journal.isEmpty { journal.close() }
      throw error
    }
  }

  private func insert(_ entry: HistoryEntry) throws(SQLiteError) {
    // A run whose end is told twice, because the first telling was cut short, has one row.
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO history
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
        ?15, ?16, ?17)
      """
    )
    statement.bind(history.take(), at: 1)
    statement.bind(entry.run.rawValue, at: 2)
    statement.bind(entry.key.app.rawValue, at: 3)
    statement.bind(entry.key.task.rawValue, at: 4)
    statement.bind(entry.kind.rawValue, at: 5)
    statement.bind(entry.submittedAt.nanoseconds, at: 6)
    statement.bind(entry.startedAt.nanoseconds, at: 7)
    statement.bind(entry.endedAt.nanoseconds, at: 8)
    statement.bind(entry.outcome.rawValue, at: 9)
    statement.bind(entry.expiration?.name, at: 10)
    statement.bind(entry.isSimulated, at: 11)
    statement.bind(entry.use?.cpu.nanoseconds, at: 12)
    statement.bind(entry.use?.readBytes, at: 13)
    statement.bind(entry.use?.writtenBytes, at: 14)
    statement.bind(entry.use?.networkBytesAtMost, at: 15)
    statement.bind(entry.use?.energy?.microjoules, at: 16)
    statement.bind(entry.use?.energy?.source.rawValue, at: 17)
    try statement.run()
  }

  private func insert(_ record: LogRecord) throws(SQLiteError) {
    let statement = try connection.statement(
      "INSERT INTO log VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    )
    statement.bind(log.take(), at: 1)
    statement.bind(record.at.nanoseconds, at: 2)
    statement.bind(record.app?.rawValue, at: 3)
    statement.bind(record.task?.rawValue, at: 4)
    statement.bind(record.level.rawValue, at: 5)
    statement.bind(record.category, at: 6)
    statement.bind(record.message, at: 7)
    try statement.run()
  }
}
