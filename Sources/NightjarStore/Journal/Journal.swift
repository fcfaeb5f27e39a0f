// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSQLite

/// Writes the journal, in segments of which the last two are kept.
///
/// ```
///  segment n-1                          segment n
///  checkpoint, entry, entry, entry …    checkpoint, entry, entry …
/// ```
///
/// A segment replays by itself. After a start, and after an entry was lost, nothing is written
/// until a checkpoint opens the next segment.
struct Journal {
  private(set) var isOpen = false
  private var segment: Int64 = 0

  init(_ connection: Connection) throws(SQLiteError) {
    let last = try connection.statement("SELECT max(segment) FROM journal")
    while try last.step() {
      segment = min(last.int64(at: 0), Ring.end)
    }
  }

  /// Ends the segment, since something that belongs to it was lost.
  mutating func close() {
    isOpen = false
  }

  /// Appends an item; an entry that no checkpoint precedes is left out.
  mutating func append(_ item: JournalItem, to connection: Connection) throws(SQLiteError) {
    switch item {
    case .checkpoint:
      segment += 1
      isOpen = true
      let old = try connection.statement("DELETE FROM journal WHERE segment < ?1")
      old.bind(segment - 1, at: 1)
      try old.run()
    case .entry:
      guard isOpen else { return }
    }
    let statement = try connection.statement(
      "INSERT INTO journal (segment, line) VALUES (?1, ?2)"
    )
    statement.bind(segment, at: 1)
    statement.bind(JournalLine.encode(item), at: 2)
    try statement.run()
  }
}
