// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSQLite

/// A prepared statement: bind values, step through rows, read columns.
package final class Statement {
  private let sql: String
  private let connection: OpaquePointer
  private var handle: OpaquePointer?

  init(connection: Connection, sql: String) throws(SQLiteError) {
    let result = sqlite3_prepare_v3(
      connection.handle,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &handle,
      nil
    )
    guard result == SQLITE_OK, handle != nil else { throw connection.failure(result, sql) }
    self.sql = sql
    self.connection = connection.handle
  }

  func finalize() {
    sqlite3_finalize(handle)
    handle = nil
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Takes the next row.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: `SQLiteError` when the statement fails; it is reset then.
  package func step() throws(SQLiteError) -> Bool {
    let result = sqlite3_step(handle)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    default:
      let message = String(cString: sqlite3_errmsg(connection))
      sqlite3_reset(handle)
      throw SQLiteError(extendedCode: result, message: message, subject: sql)
    }
  }

  /// Runs the statement to its end and lets go of its rows and locks.
  ///
  /// - Throws: `SQLiteError` when it fails.
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  // MARK: - Binding

  /// Binds a number, or NULL, to a parameter, counted from 1.
  package func bind(_ value: Int64?, at index: Int32) {
    guard let value else {
      sqlite3_bind_null(handle, index)
      return
    }
    sqlite3_bind_int64(handle, index, value)
  }

  /// Binds a truth value as 0 or 1.
  package func bind(_ value: Bool, at index: Int32) {
    sqlite3_bind_int64(handle, index, value ? 1 : 0)
  }

  /// Binds text, or NULL; the text may hold NUL characters.
  package func bind(_ value: String?, at index: Int32) {
    guard var value else {
      sqlite3_bind_null(handle, index)
      return
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        // An empty text may come without an address, which SQLite would take for NULL.
        guard let start = bytes.baseAddress else {
          _ = nightjar_sqlite_bind_text(handle, index, "", 0)
          return
        }
        _ = nightjar_sqlite_bind_text(handle, index, start, Int32(clamping: bytes.count))
      }
    }
  }

  // MARK: - Reading

  /// Whether a column, counted from 0, is NULL.
  package func isNull(at column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// A column as a number; 0 for NULL.
  package func int64(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A column as a number, or `nil` for NULL.
  package func optionalInt64(at column: Int32) -> Int64? {
    isNull(at: column) ? nil : int64(at: column)
  }

  /// A column as a truth value.
  package func bool(at column: Int32) -> Bool { int64(at: column) != 0 }

  /// A column as text; empty for NULL, and mended where it is not UTF-8.
  package func text(at column: Int32) -> String {
    // The text first, then its length: the order in which SQLite documents the pair as safe.
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column as text, or `nil` for NULL.
  package func optionalText(at column: Int32) -> String? {
    isNull(at: column) ? nil : text(at: column)
  }
}
