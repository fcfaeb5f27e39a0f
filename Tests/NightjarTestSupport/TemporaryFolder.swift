// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A folder that is gone when the test is over.
package final class TemporaryFolder {
  /// The path, without symbolic links.
  package let path: String

  /// Makes a folder.
  ///
  /// - Throws: Whatever the file system says.
  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("nightjar-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, making the folders that lead to it.
  ///
  /// - Returns: The file's path.
  /// - Throws: Whatever the file system says.
  @discardableResult
  package func write(_ data: Data, to name: String, mode: Int = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// Writes a property list.
  ///
  /// - Returns: The file's path.
  /// - Throws: Whatever the file system says.
  @discardableResult
  package func writePlist(
    _ contents: Any,
    to name: String,
    format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> String {
    let data = try PropertyListSerialization.data(
      fromPropertyList: contents,
      format: format,
      options: 0
    )
    return try write(data, to: name)
  }

  /// Writes a program that does nothing.
  ///
  /// - Returns: The file's path.
  /// - Throws: Whatever the file system says.
  @discardableResult
  package func writeProgram(_ name: String) throws -> String {
    try write(Data("#!/bin/sh\n".utf8), to: name, mode: 0o755)
  }
}
