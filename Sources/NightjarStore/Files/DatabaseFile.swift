// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NightjarSQLite

/// Opens one database file whatever it finds: nothing, an old version, a newer one, or rubble.
///
/// ```
/// missing, empty ──────────────► made                          ┐
/// our version ─────────────────► checked                       ├─► open
/// older version ───► copied ───► migrated in one transaction   ┘
/// newer, foreign ──► refused, not a byte changed
/// damaged ─────────► moved aside with its log, reported ──► made
/// disk or rights ──► refused, not a byte changed
/// ```
package struct DatabaseFile {
  /// What was done on the way, for the log.
  package enum Notice: Hashable, Sendable {
    /// The file was damaged and now lies at the path given.
    case movedAside(file: String, to: String, why: String)

    /// The file was brought to the present version; the old one lies at the path given.
    case migrated(file: String, from: Int, to: Int, backup: String)

    /// One row could not be understood; it was left where it is and is not acted on.
    case unreadableRow(file: String, why: String)
  }

  /// The file.
  package var path: String

  /// What it must look like.
  package var schema: Schema

  /// The `sqlite3_vfs` to use; `nil` means the system's own.
  package var fileSystem: String?

  /// Names a file.
  package init(path: String, schema: Schema, fileSystem: String? = nil) {
    self.path = path
    self.schema = schema
    self.fileSystem = fileSystem
  }

  /// Opens the file and reads what is in it.
  ///
  /// - Parameters:
  ///   - notices: Gets what was done on the way.
  ///   - read: Reads everything that is needed; damage that it meets counts as damage of the file.
  /// - Returns: What was read.
  /// - Throws: `StoreError` with `newer`, `foreign`, `unusable` or `full`; the file is untouched.
  package func open<Contents>(
    notices: inout [Notice],
    read: (Connection) throws(SQLiteError) -> Contents
  ) throws(StoreError) -> Contents {
    var attempted: Result<Contents, StoreError>
    do throws(SQLiteError) {
      attempted = try attempt(notices: &notices, read: read)
    } catch {
      guard Self.isDamage(error) else { throw StoreError(error, path: path) }
      let place = try moveAside()
      notices.append(.movedAside(file: path, to: place, why: error.message))
      do throws(SQLiteError) {
        attempted = try attempt(notices: &notices, read: read)
      } catch {
        throw StoreError(error, path: path)
      }
    }
    return try attempted.get()
  }

  /// Tries once: SQLite's errors are thrown and may mean damage, refusals are returned.
  private func attempt<Contents>(
    notices: inout [Notice],
    read: (Connection) throws(SQLiteError) -> Contents
  ) throws(SQLiteError) -> Result<Contents, StoreError> {
    if let header = try FileHeader(path: path), let refusal = refusal(header) {
      return .failure(refusal)
    }
    try makeEmptyFile()
    let connection = try Connection(path: path, fileSystem: fileSystem)
    // Until the file is known to be ours, closing it must not change it.
    connection.setCheckpointsOnClose(false)
    // Only the daemon opens its files. With the lock held, SQLite keeps the log's index in its own
    // memory, saves the locking calls of each commit, and cannot meet a full disk in mapped memory.
    try connection.text(pragma: "locking_mode = EXCLUSIVE")
    let found = FileHeader(
      applicationID: Int32(truncatingIfNeeded: try connection.number(pragma: "application_id")),
      version: Int(try connection.number(pragma: "user_version"))
    )
    // The version may stand in the log only, so it is asked for again now that the log is read.
    if let refusal = refusal(found) { return .failure(refusal) }
    if found.version == 0, try hasTables(connection) { return .failure(foreign(0)) }
    connection.setCheckpointsOnClose(true)
    try connection.text(pragma: "journal_mode = WAL")
    try check(connection)
    try Migration(file: self, connection: connection).run(from: found.version, notices: &notices)
    return .success(try read(connection))
  }

  private func refusal(_ header: FileHeader) -> StoreError? {
    if header.applicationID == 0, header.version == 0 { return nil }
    guard header.applicationID == schema.applicationID else {
      return foreign(header.applicationID)
    }
    guard header.version <= schema.version else {
      return StoreError(
        .newer,
        "\(path) has version \(header.version) and this nightjard knows up to "
          + "\(schema.version); install the newer Nightjar again, or choose another folder with "
          + "--state"
      )
    }
    return nil
  }

  private func foreign(_ applicationID: Int32) -> StoreError {
    StoreError(
      .foreign,
      "\(path) is another program's database (application id \(applicationID)); "
        + "move it away, or choose another folder with --state"
    )
  }

  /// Whether there is anything in a file without a version; ours gets it with its first table.
  private func hasTables(_ connection: Connection) throws(SQLiteError) -> Bool {
    let rows = try connection.statement("SELECT count(*) FROM sqlite_schema")
    var count: Int64 = 0
    while try rows.step() { count = rows.int64(at: 0) }
    return count > 0
  }

  private func check(_ connection: Connection) throws(SQLiteError) {
    let verdict = try connection.text(pragma: "quick_check(1)")
    guard verdict == "ok" else {
      throw SQLiteError(
        extendedCode: SQLiteError.Code.corrupt.rawValue,
        message: verdict,
        subject: path
      )
    }
  }

  /// SQLite gives its log the rights of the file, so the file is made for its owner alone.
  ///
  /// - Throws: `SQLiteError` with `readOnly`: SQLite would open such a file to read, and then name
  ///   the lock that it cannot have. Whatever else is wrong, SQLite meets it too and says so.
  private func makeEmptyFile() throws(SQLiteError) {
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file < 0 else {
      close(file)
      return
    }
    guard [EACCES, EPERM, EROFS].contains(errno) else { return }
    throw SQLiteError(
      extendedCode: SQLiteError.Code.readOnly.rawValue,
      message: "the file may not be written",
      subject: path
    )
  }

  /// Whether an error speaks of the file's bytes rather than of the disk or of rights.
  private static func isDamage(_ error: SQLiteError) -> Bool {
    // A table that is missing from a file of our version is damage as well: "error".
    let shortRead: Int32 = 10 | (2 << 8)  // SQLITE_IOERR_SHORT_READ
    return [.corrupt, .notADatabase, .error].contains(error.code)
      || error.extendedCode == shortRead
  }
}

extension DatabaseFile.Notice: CustomStringConvertible {
  /// What happened, for people.
  package var description: String {
    switch self {
    case .movedAside(let file, let place, let why):
      "\(file) was damaged (\(why)); it was moved to \(place), and a new one was made"
    case .migrated(let file, let old, let new, let backup):
      "\(file) was brought from version \(old) to \(new); a copy of the old one is \(backup)"
    case .unreadableRow(let file, let why):
      "a row of \(file) cannot be understood and is passed over: \(why)"
    }
  }
}
