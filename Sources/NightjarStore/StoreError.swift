// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarSQLite

/// Why the store refused: what kind of failure, and what a person can do about it.
package struct StoreError: Error, Hashable, Sendable {
  /// The kind of failure, stable in logs; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind as one word.
    package var rawValue: String

    /// Makes a kind from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Another daemon uses the folder.
    package static let locked = Self(rawValue: "locked")

    /// The folder or a file in it cannot be used or written.
    package static let unusable = Self(rawValue: "unusable")

    /// A newer version of Nightjar wrote it.
    package static let newer = Self(rawValue: "newer")

    /// Some other program's database stands where ours should.
    package static let foreign = Self(rawValue: "foreign")

    /// The disk is full.
    package static let full = Self(rawValue: "full")

    /// SQLite or the disk failed otherwise.
    package static let failed = Self(rawValue: "failed")

    /// The store was closed.
    package static let closed = Self(rawValue: "closed")

    /// A stored text is not what its place demands.
    package static let malformed = Self(rawValue: "malformed")
  }

  /// The kind of failure.
  package var code: Code

  /// What happened, with the value seen, and what to do.
  package var message: String

  /// SQLite's own account, when it was SQLite that failed.
  package var cause: SQLiteError?

  /// Makes an error.
  package init(_ code: Code, _ message: String, cause: SQLiteError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension StoreError {
  /// SQLite's word for a file that was moved while it was open: SQLITE_READONLY_DBMOVED.
  static let movedFile: Int32 = 8 | (4 << 8)

  /// Says in our words what SQLite said of a file.
  init(_ error: SQLiteError, path: String) {
    switch error.code {
    case .full:
      self.init(.full, "the disk of \(path) is full; free some space on it", cause: error)
    case .readOnly where error.extendedCode == Self.movedFile:
      self.init(
        .unusable,
        "\(path) was removed or replaced while nightjard has it open; restart nightjard",
        cause: error
      )
    case .readOnly:
      self.init(.unusable, "\(path) may not be written; check who owns it", cause: error)
    case .cannotOpen:
      self.init(.unusable, "\(path) cannot be opened; check who owns it", cause: error)
    case .busy:
      self.init(.locked, "another program has \(path) open; stop it", cause: error)
    default:
      self.init(.failed, "\(path) failed: \(error)", cause: error)
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The message alone, for people.
  package var description: String { message }
}

extension StoreError.Code {
  /// Matches any store error of this code in a `catch` clause.
  package static func ~= (code: Self, error: any Error) -> Bool {
    (error as? StoreError)?.code == code
  }
}
