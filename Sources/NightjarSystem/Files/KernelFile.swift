// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads the small files in which the kernel shows what it knows: sysfs(5) and proc(5).
///
/// Any of them may be empty, hold garbage, vanish between two calls, or fail to be read with
/// ENODEV while its device goes away.
package enum KernelFile {
  /// The kernel never gives more than a page for an attribute.
  private static let pageSize = 4096

  /// Reads a file as text without the white space around it.
  ///
  /// - Parameter path: Where it lies.
  /// - Returns: The text; bytes that are not UTF-8 become U+FFFD.
  /// - Throws: `SystemError` when it cannot be opened or read.
  package static func text(of path: String) throws(SystemError) -> String {
    let isWhite = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0 }
    let bytes = try SmallFile.read(path, limit: pageSize)
    let start = bytes.firstIndex { !isWhite($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isWhite($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Lists a folder.
  ///
  /// - Parameter path: Where it lies.
  /// - Returns: The names in it, sorted, without `.` and `..`.
  /// - Throws: `SystemError` when it cannot be opened.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .last("opendir", path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// When something was last read, as stat(2) tells; for a terminal, when it was last typed at.
  ///
  /// - Parameter path: What to ask about.
  /// - Returns: Nanoseconds since 1970 on the wall clock.
  /// - Throws: `SystemError` when there is nothing of that name.
  package static func lastAccess(of path: String) throws(SystemError) -> Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last("stat", path) }
    return Int64(status.st_atim.tv_sec) * 1_000_000_000 + Int64(status.st_atim.tv_nsec)
  }

  /// Whether there is something of that name.
  package static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}
