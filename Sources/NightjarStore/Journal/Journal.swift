// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSQLite

/// Writes the journal, in segments of which the last two are kept.
///
/// ```
///  segment n-1                          segment n
///  checkpoint, entry, entry, entry …    checkpoint, entry, entry …
/// ```
///
/// A segment replays by itself, and is followed by the next when it has become long: the checkpoint
/// counts as well, so that what is written stays in proportion to what is kept. After a start, and
/// after an entry was lost, nothing is written until a checkpoint opens the next segment.
struct Journal {
  private(set) var isOpen = false
  private let limit: Int
  private var segment: Int64 = 0
  private var checkpointBytes = 0
  private var entryBytes = 0
  private var isLengthTold = false

  /// Counts on behind the segments that are there.
  ///
  /// - Parameters:
  ///   - connection: The file.
  ///   - limit: How many bytes of entries make a segment long.
  /// - Throws: `SQLiteError` when the segments cannot be read.
  init(_ connection: Connection, limit: Int) throws(SQLiteError) {
    self.limit = limit
    let last = try connection.statement("SELECT max(segment) FROM journal")
    while try last.step() {
      segment = min(last.int64(at: 0), Ring.end)
    }
  }

  /// Ends the segment, since something that belongs to it was lost.
  mutating func close() {
    isOpen = false
  }

  /// Whether the segment has become long; told once.
  mutating func tellLength() -> Bool {
    guard isOpen, !isLengthTold, entryBytes >= max(limit, checkpointBytes) else { return false }
    isLengthTold = true
    return true
  }

  /// Appends an item; an entry that no checkpoint precedes is left out.
  mutating func append(_ item: JournalItem, to connection: Connection) throws(SQLiteError) {
    if case .entry = item, !isOpen { return }
    let line = JournalLine.encode(item)
    switch item {
    case .checkpoint:
      segment += 1
      (checkpointBytes, entryBytes, isLengthTold) = (line.utf8.count, 0, false)
      isOpen = true
      let old = try connection.statement("DELETE FROM journal WHERE segment < ?1")
      old.bind(segment - 1, at: 1)
      try old.run()
    case .entry:
      entryBytes += line.utf8.count
    }
    let statement = try connection.statement(
      "INSERT INTO journal (segment, line) VALUES (?1, ?2)"
    )
    statement.bind(segment, at: 1)
    statement.bind(line, at: 2)
    try statement.run()
  }
}
