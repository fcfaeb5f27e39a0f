// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSQLite

/// What the first bytes of a database file say of it, read without opening it as a database.
///
/// The places are those of <https://www.sqlite.org/fileformat2.html#the_database_header>.
struct FileHeader {
  var applicationID: Int32
  var version: Int

  init(applicationID: Int32, version: Int) {
    self.applicationID = applicationID
    self.version = version
  }

  /// Reads the header; `nil` for a file that is missing, empty or out of reach.
  init?(path: String) throws(SQLiteError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    guard count == bytes.count, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw SQLiteError(
        extendedCode: SQLiteError.Code.notADatabase.rawValue,
        message: "the file does not begin as a database does",
        subject: path
      )
    }
    version = Int(Self.number(bytes[60..<64]))
    applicationID = Self.number(bytes[68..<72])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int32 {
    Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
  }
}
