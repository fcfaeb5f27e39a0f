// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import NightjarModel

/// One line of a journal as JSON: how it is stored, exported and replayed.
///
/// A line is an object with the version `v` and either `checkpoint` or `entry`. Within a version,
/// fields and words may be added; a reader leaves out fields that it does not know, and refuses a
/// word that it does not know with `newer`, since it could not replay it. Times are nanoseconds.
package enum JournalLine {
  /// The version that is written, and the highest that is read.
  package static let version = 1

  private struct Row: Codable {
    var v: Int
    var checkpoint: CheckpointRow?
    var entry: EntryRow?
  }

  private struct CheckpointRow: Codable {
    var at: Int64
    var policy: String
    var snapshot: SnapshotRow
  }

  private struct EntryRow: Codable {
    var at: Int64
    var event: EventRow
    var decisions: [String]
  }

  /// Only the version, so that a line of a later shape is known for what it is.
  private struct VersionRow: Codable {
    var v: Int
  }

  /// Writes an item as one line, without the line's end.
  ///
  /// - Parameter item: Any item; every one can be written.
  /// - Returns: JSON without a line break in it.
  package static func encode(_ item: JournalItem) -> String {
    let row =
      switch item {
      case .checkpoint(let checkpoint):
        Row(
          v: version,
          checkpoint: CheckpointRow(
            at: checkpoint.at.nanoseconds,
            policy: checkpoint.policy,
            snapshot: SnapshotRow(checkpoint.snapshot)
          )
        )
      case .entry(let entry):
        Row(
          v: version,
          entry: EntryRow(
            at: entry.at.nanoseconds,
            event: EventRow(entry.event),
            decisions: entry.decisions
          )
        )
      }
    let encoder = JSONEncoder()
    // Sorted keys make equal items equal lines; the rows hold nothing that JSON cannot say.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(row) else {
      fatalError("a journal row holds only texts, whole numbers and truth values")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Reads a line.
  ///
  /// - Parameter line: One line of a journal.
  /// - Returns: The item.
  /// - Throws: `StoreError` with `newer` for a version or a word of a newer Nightjar, and
  ///   `malformed` for what no version would write.
  package static func decode(_ line: String) throws(StoreError) -> JournalItem {
    let bytes = Data(line.utf8)
    let seen = try row(VersionRow.self, from: bytes).v
    guard seen <= version else {
      throw StoreError(
        .newer,
        "the journal has version \(seen) and this Nightjar knows up to \(version); "
          + "use the newer one"
      )
    }
    let row = try row(Row.self, from: bytes)
    if let checkpoint = row.checkpoint {
      return .checkpoint(
        JournalCheckpoint(
          at: .init(nanoseconds: checkpoint.at),
          snapshot: try checkpoint.snapshot.model(),
          policy: checkpoint.policy
        )
      )
    }
    guard let entry = row.entry else {
      throw StoreError(.malformed, "a journal line has neither a checkpoint nor an entry")
    }
    return .entry(
      JournalEntry(
        at: .init(nanoseconds: entry.at),
        event: try entry.event.model(),
        decisions: entry.decisions
      )
    )
  }

  private static func row<Row: Decodable>(
    _ type: Row.Type,
    from bytes: Data
  ) throws(StoreError) -> Row {
    do {
      return try JSONDecoder().decode(type, from: bytes)
    } catch {
      throw StoreError(.malformed, "this is no line of a journal: \(error)")
    }
  }
}
