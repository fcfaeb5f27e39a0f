// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSQLite

/// One open database file, used by one thread at a time.
///
/// Statements are prepared once and kept, so that a statement that runs again costs no parsing.
package final class Connection {
  /// How a file is opened.
  package enum Access: Sendable {
    /// To read only; the file must exist.
    case readOnly

    /// To read and write; the file is made if it is missing.
    case readWrite
  }

  /// The path that was opened.
  package let path: String

  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - access: Whether it is written.
  ///   - fileSystem: The name of a registered `sqlite3_vfs`; `nil` means the system's own.
  /// - Throws: `SQLiteError` with `cannotOpen` when the file or its folder refuses.
  package init(
    path: String,
    access: Access = .readWrite,
    fileSystem: String? = nil
  ) throws(SQLiteError) {
    // One thread at a time uses a connection, so that SQLite's own mutex would be pure cost.
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    var handle: OpaquePointer?
    let result = sqlite3_open_v2(path, &handle, flags, fileSystem)
    guard result == SQLITE_OK, let handle else {
      // SQLite hands out a handle even when opening failed, for its message; it must be closed.
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw SQLiteError(extendedCode: result, message: message, subject: path)
    }
    self.path = path
    self.handle = handle
  }

  deinit {
    for statement in statements.values {
      statement.finalize()
    }
    sqlite3_close_v2(handle)
  }

  /// Gives the statement of a text, reset and ready to bind; it is prepared on first use only.
  ///
  /// - Parameter sql: One statement; it is the key under which it is kept, so bind values.
  /// - Returns: A statement that stays valid as long as the connection.
  /// - Throws: `SQLiteError` when the text is wrong or the schema is not as it expects.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] {
      known.reset()
      return known
    }
    let fresh = try Statement(connection: self, sql: sql)
    statements[sql] = fresh
    return fresh
  }

  /// Runs statements that give no rows, separated by semicolons, without keeping them.
  ///
  /// - Throws: `SQLiteError` from the first statement that fails.
  package func execute(_ sql: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, sql) }
  }

  /// Sets how many milliseconds a statement waits for another connection's lock.
  package func setBusyTimeout(milliseconds: Int32) {
    sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Keeps closing from writing the log into the file, so that a refused file stays as it is.
  package func setCheckpointsOnClose(_ isOn: Bool) {
    _ = nightjar_sqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isOn ? 0 : 1)
  }

  /// Whether the file is no longer at its path, so that what is written is lost with this process.
  package var hasMoved: Bool {
    var answer: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return result == SQLITE_OK && answer != 0
  }

  /// How many rows the last statement changed.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func failure(_ result: Int32, _ subject: String) -> SQLiteError {
    SQLiteError(
      extendedCode: result,
      message: String(cString: sqlite3_errmsg(handle)),
      subject: subject
    )
  }
}
