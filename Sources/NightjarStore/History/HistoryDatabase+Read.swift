// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite

extension HistoryDatabase {
  /// The newest ended runs, oldest first.
  func readHistory(app: AppIdentifier?, limit: Int) throws(SQLiteError) -> [HistoryEntry] {
    let rows = try newest("history", app: app, limit: limit)
    var entries: [HistoryEntry] = []
    while try rows.step() {
      // A word of a version that is gone again leaves its row out of the list, and in the file.
      guard let entry = rows.historyEntry() else { continue }
      entries.append(entry)
    }
    return entries.reversed()
  }

  /// The newest lines, oldest first.
  func readLog(app: AppIdentifier?, limit: Int) throws(SQLiteError) -> [LogRecord] {
    let rows = try newest("log", app: app, limit: limit)
    var records: [LogRecord] = []
    while try rows.step() {
      records.append(
        LogRecord(
          at: WallTime(nanoseconds: rows.int64(at: 1)),
          level: LogRecord.Level(rawValue: rows.text(at: 4)) ?? .notice,
          category: rows.text(at: 5),
          message: rows.text(at: 6),
          app: rows.optionalText(at: 2).map { AppIdentifier($0) },
          task: rows.optionalText(at: 3).map { TaskIdentifier($0) }
        )
      )
    }
    return records.reversed()
  }

  /// The journal as JSON lines, oldest first; both segments.
  func readJournal() throws(SQLiteError) -> [String] {
    let rows = try connection.statement("SELECT line FROM journal ORDER BY id")
    var lines: [String] = []
    while try rows.step() {
      lines.append(rows.text(at: 0))
    }
    return lines
  }

  /// Some lines of the journal behind a place in it, at least one if there is one.
  func readJournal(after place: Int64, bytes: Int) throws(SQLiteError) -> JournalPage {
    var page = JournalPage()
    var size = 0
    page.next = place
    while let last = page.next, size < bytes {
      page.next = nil
      let row = try connection.statement(
        "SELECT id, line FROM journal WHERE id > ?1 ORDER BY id LIMIT 1"
      )
      row.bind(last, at: 1)
      while try row.step() {
        page.next = row.int64(at: 0)
        page.lines.append(row.text(at: 1))
        size += page.lines.last?.utf8.count ?? 0
      }
    }
    return page
  }

  /// The highest number of a run that ended.
  static func lastRun(_ connection: Connection) throws(SQLiteError) -> Int64 {
    let rows = try connection.statement("SELECT max(run) FROM history")
    var last: Int64 = 0
    while try rows.step() {
      last = rows.int64(at: 0)
    }
    return min(last, Ring.end)
  }

  private func newest(
    _ table: String,
    app: AppIdentifier?,
    limit: Int
  ) throws(SQLiteError) -> Statement {
    let filter = app == nil ? "" : "WHERE app = ?2 "
    let rows = try connection.statement(
      "SELECT * FROM \(table) \(filter)ORDER BY id DESC LIMIT ?1"
    )
    rows.bind(Int64(max(0, limit)), at: 1)
    if let app { rows.bind(app.rawValue, at: 2) }
    return rows
  }
}

extension Statement {
  fileprivate func historyEntry() -> HistoryEntry? {
    guard let kind = TaskKind(rawValue: text(at: 4)), let outcome = Outcome(rawValue: text(at: 8))
    else { return nil }
    return HistoryEntry(
      run: RunNumber(rawValue: int64(at: 1)),
      key: RequestKey(app: AppIdentifier(text(at: 2)), task: TaskIdentifier(text(at: 3))),
      kind: kind,
      submittedAt: WallTime(nanoseconds: int64(at: 5)),
      startedAt: WallTime(nanoseconds: int64(at: 6)),
      endedAt: WallTime(nanoseconds: int64(at: 7)),
      outcome: outcome,
      expiration: optionalText(at: 9).flatMap { ExpirationReason(name: $0) },
      isSimulated: bool(at: 10),
      use: use()
    )
  }

  private func use() -> ResourceUse? {
    guard let cpu = optionalInt64(at: 11) else { return nil }
    var use = ResourceUse(
      cpu: TimeSpan(nanoseconds: cpu),
      readBytes: optionalInt64(at: 12),
      writtenBytes: optionalInt64(at: 13)
    )
    use.networkBytesAtMost = optionalInt64(at: 14)
    if let microjoules = optionalInt64(at: 15),
      let source = optionalText(at: 16).flatMap(Energy.Source.init)
    {
      use.energy = Energy(microjoules: microjoules, source: source)
    }
    return use
  }
}
