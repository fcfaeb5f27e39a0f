// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Connection {
  /// Does work inside one transaction: all of it is stored, or nothing.
  ///
  /// - Parameter work: Its error rolls back and is thrown on.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws, or `SQLiteError` when the commit fails.
  package func transaction<Result>(
    _ work: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    // IMMEDIATE takes the write lock now, so that nothing can fail with "busy" half way.
    try statement("BEGIN IMMEDIATE").run()
    do throws(SQLiteError) {
      let result = try work()
      try statement("COMMIT").run()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Gives up an open transaction.
  ///
  /// SQLite rolls back by itself on some errors, such as a full disk, and on others it does not.
  private func rollBack() {
    guard isInTransaction else { return }
    // A rollback whose write fails still leaves the file as it was: the log is ignored on opening.
    try? statement("ROLLBACK").run()
  }

  /// Reads a number from a pragma.
  ///
  /// - Parameter name: The pragma, such as `user_version`.
  /// - Returns: Its value; 0 when it has none.
  /// - Throws: `SQLiteError` when the file cannot be read.
  package func number(pragma name: String) throws(SQLiteError) -> Int64 {
    let statement = try Statement(connection: self, sql: "PRAGMA \(name)")
    defer { statement.finalize() }
    return try statement.step() ? statement.int64(at: 0) : 0
  }

  /// Reads or sets a pragma that answers with a text.
  ///
  /// - Parameter text: The pragma and, to set it, its new value.
  /// - Returns: The first column of the first row; empty when there is none.
  /// - Throws: `SQLiteError` when it fails.
  @discardableResult
  package func text(pragma text: String) throws(SQLiteError) -> String {
    let statement = try Statement(connection: self, sql: "PRAGMA \(text)")
    defer { statement.finalize() }
    return try statement.step() ? statement.text(at: 0) : ""
  }
}
