// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Where the program speaks: standard output for answers, standard error for complaints.
package protocol Output: AnyObject, Sendable {
  /// Whether a person watches standard output on a terminal.
  var isTerminal: Bool { get }

  /// Whether a person watches standard error on a terminal.
  var isErrorTerminal: Bool { get }

  /// How many columns and rows there are; 80 and 24 when nobody knows.
  var size: ScreenSize { get }

  /// Writes a part of the answer.
  ///
  /// - Parameter text: What to write, newlines included.
  /// - Throws: `OutputError` when nobody reads any more, or the text cannot be written.
  func write(_ text: String) throws(OutputError)

  /// Has everything written so far leave the process.
  ///
  /// - Throws: `OutputError` as `write` does.
  func flush() throws(OutputError)

  /// Writes a complaint; when that fails there is nobody left to tell.
  func writeError(_ text: String)
}

/// The size of what a person sees.
package struct ScreenSize: Hashable, Sendable {
  /// Characters in a row.
  package var columns: Int

  /// Rows.
  package var rows: Int

  /// Makes a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// What is assumed when nobody knows.
  package static let assumed = Self(columns: 80, rows: 24)
}

/// Why the output cannot be written.
package enum OutputError: Error, Hashable, Sendable {
  /// The reader has enough, as `head` does.
  case readerLeft

  /// The system refused; its words.
  case failed(String)
}
