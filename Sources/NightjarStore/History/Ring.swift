// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSQLite

/// Keeps a table to its newest rows.
///
/// Rows are dropped by the tenth of the limit, so that an insert pays for its own row only.
struct Ring {
  let table: String
  let limit: Int
  private(set) var next: Int64 = 1
  private var oldest: Int64 = 1

  /// What no device reaches by counting; a greater number can only be damage.
  static let end: Int64 = 1 << 53

  /// Looks at the ends of a table whose `id` counts up.
  init(_ table: String, limit: Int, connection: Connection) throws(SQLiteError) {
    self.table = table
    self.limit = limit
    let ends = try connection.statement("SELECT min(id), max(id) FROM \(table)")
    while try ends.step() {
      oldest = ends.optionalInt64(at: 0) ?? 1
      let last = ends.int64(at: 1)
      guard oldest > 0, last < Self.end else {
        throw SQLiteError(
          extendedCode: SQLiteError.Code.corrupt.rawValue,
          message: "rows \(oldest) to \(last) cannot have been counted up to",
          subject: table
        )
      }
      next = last + 1
    }
  }

  /// Gives the number of the next row.
  mutating func take() -> Int64 {
    defer { next += 1 }
    return next
  }

  /// Drops the oldest rows once there are a tenth too many.
  mutating func trim(_ connection: Connection) throws(SQLiteError) {
    guard next - oldest > Int64(limit + limit / 10) else { return }
    let first = next - Int64(limit)
    let statement = try connection.statement("DELETE FROM \(table) WHERE id < ?1")
    statement.bind(first, at: 1)
    try statement.run()
    oldest = first
  }
}
