// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads and writes whole small files, such as those of the kernel under /proc and /sys.
package enum SmallFile {
  /// Reads a file from its beginning.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes to take; the rest is left.
  /// - Returns: What it holds.
  /// - Throws: `SystemError` when it cannot be opened or read.
  package static func read(
    _ path: String,
    limit: Int = 1 << 20
  ) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      let count = Glibc.read(file.number, &chunk, min(chunk.count, limit - bytes.count))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last("read", path) }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }

  /// Reads a file as text; bytes that are not UTF-8 are replaced.
  ///
  /// - Parameter path: The file.
  /// - Returns: What it says.
  /// - Throws: `SystemError` when it cannot be opened or read.
  package static func text(_ path: String) throws(SystemError) -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Writes text into a file that is there, with one write as kernel files want it.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - path: The file.
  /// - Throws: `SystemError` when it cannot be opened or does not take the text.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    let file = try Descriptor.open(path, O_WRONLY)
    let bytes = Array(text.utf8)
    guard Glibc.write(file.number, bytes, bytes.count) == bytes.count else {
      throw .last("write", path)
    }
  }
}
