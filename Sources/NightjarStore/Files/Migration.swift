// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSQLite

/// Brings a file to the present version, in one transaction, after a copy was made.
struct Migration {
  let file: DatabaseFile
  let connection: Connection

  func run(from version: Int, notices: inout [DatabaseFile.Notice]) throws(SQLiteError) {
    let schema = file.schema
    guard version < schema.version else { return }
    let backup = version > 0 ? try backUp(version: version) : nil
    try connection.transaction { () throws(SQLiteError) in
      for step in schema.steps[max(0, version)...] {
        try connection.execute(step)
      }
      try connection.execute("PRAGMA application_id = \(schema.applicationID)")
      try connection.execute("PRAGMA user_version = \(schema.version)")
    }
    // The version moves from the log into the file's header, where an older program looks first.
    // On a full disk it stays in the log, where an older program looks next.
    _ = try? connection.text(pragma: "wal_checkpoint(TRUNCATE)")
    guard let backup else { return }
    notices.append(
      .migrated(file: file.path, from: version, to: schema.version, backup: backup)
    )
  }

  /// Copies the file beside itself; the copy appears under its name only once it is whole.
  private func backUp(version: Int) throws(SQLiteError) -> String {
    let place = file.path + ".backup-v\(version)"
    let part = place + ".part"
    unlink(part)
    do throws(SQLiteError) {
      // The copy is closed before it is renamed.
      let copy = try Connection(path: part, fileSystem: file.fileSystem)
      chmod(part, 0o600)
      try connection.backUp(to: copy)
    } catch {
      unlink(part)
      throw error
    }
    guard rename(part, place) == 0 else {
      throw SQLiteError(
        extendedCode: SQLiteError.Code.cannotOpen.rawValue,
        message: "the copy before migrating cannot be renamed",
        subject: place
      )
    }
    DatabaseFile.syncFolder(of: place)
    return place
  }
}
