// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// One line of a journal as JSON, for `nightjar replay`.
package enum JournalLine {
  static func encode(_ item: JournalItem) -> String { "" }
  package static func decode(_ line: String) throws(StoreError) -> JournalItem {
    throw StoreError(.malformed, line)
  }
}
