// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A whole journal as JSON lines, <https://jsonlines.org>.
package enum JournalFile {
  /// Writes items, one a line.
  ///
  /// - Parameter items: The items, oldest first.
  /// - Returns: The file's text.
  package static func encode(_ items: [JournalItem]) -> String {
    items.map { JournalLine.encode($0) + "\n" }.joined()
  }

  /// Reads a file; empty lines are passed over.
  ///
  /// - Parameter text: The file's text.
  /// - Returns: The items, oldest first.
  /// - Throws: `StoreError` with `newer` or `malformed`, and the number of the line in its message.
  package static func decode(_ text: String) throws(StoreError) -> [JournalItem] {
    var items: [JournalItem] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) {
      do throws(StoreError) {
        items.append(try JournalLine.decode(String(Substring(line))))
      } catch {
        throw StoreError(error.code, "line \(index + 1): \(error.message)")
      }
    }
    return items
  }
}
