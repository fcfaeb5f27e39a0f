// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSQLite

/// A call of SQLite that failed: which code, in whose words, and on what.
package struct SQLiteError: Error, Hashable, Sendable {
  /// A primary result code, <https://www.sqlite.org/rescode.html>.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// SQLite's number.
    package var rawValue: Int32

    /// Makes a code from SQLite's number.
    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The statement or the schema is not as expected.
    package static let error = Self(rawValue: SQLITE_ERROR)

    /// Another connection has the file.
    package static let busy = Self(rawValue: SQLITE_BUSY)

    /// The file may not be written.
    package static let readOnly = Self(rawValue: SQLITE_READONLY)

    /// The disk or the file system failed.
    package static let inputOutput = Self(rawValue: SQLITE_IOERR)

    /// The file is damaged.
    package static let corrupt = Self(rawValue: SQLITE_CORRUPT)

    /// The disk is full.
    package static let full = Self(rawValue: SQLITE_FULL)

    /// The file cannot be opened.
    package static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)

    /// The file is no database.
    package static let notADatabase = Self(rawValue: SQLITE_NOTADB)
  }

  /// The extended result code, whose low byte is the ``code``.
  package var extendedCode: Int32

  /// SQLite's own words.
  package var message: String

  /// What failed: a statement or a path.
  package var subject: String

  /// Makes an error from what SQLite said.
  package init(extendedCode: Int32, message: String, subject: String) {
    self.extendedCode = extendedCode
    self.message = message
    self.subject = subject
  }

  /// The primary result code.
  package var code: Code { Code(rawValue: extendedCode & 0xff) }
}

extension SQLiteError: CustomStringConvertible {
  /// One line: what failed, SQLite's words and the extended code.
  package var description: String { "\(subject): \(message) (SQLite code \(extendedCode))" }
}
