// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSQLite

extension Connection {
  /// Copies the whole database, log included, into another file.
  ///
  /// - Parameter destination: An open connection; what it held is replaced.
  /// - Throws: `SQLiteError` when either file fails; the copy is then of no use.
  package func backUp(to destination: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.failure(sqlite3_extended_errcode(destination.handle), destination.path)
    }
    sqlite3_backup_step(backup, -1)
    // Finishing reports whatever went wrong in a step.
    let result = sqlite3_backup_finish(backup)
    guard result == SQLITE_OK else { throw destination.failure(result, destination.path) }
  }
}
