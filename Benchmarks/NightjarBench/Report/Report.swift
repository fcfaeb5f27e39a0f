// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Everything that one run measured, and on what.
struct Report: Codable {
  /// When the run began, RFC 3339 in UTC.
  var date: String

  /// Whether the short run was asked for.
  var isQuick: Bool

  /// The processor, how many of them, the kernel and the file system.
  var machine: [String: String]

  /// What was measured.
  var sections: [Section] = []

  /// Begins a report.
  ///
  /// - Parameters:
  ///   - folder: Where the databases of this run lie.
  ///   - isQuick: Whether the short run was asked for.
  init(folder: String, isQuick: Bool) {
    date = Date().formatted(.iso8601)
    self.isQuick = isQuick
    machine = [
      "processor": Self.field("model name", of: "/proc/cpuinfo"),
      "processors": String(ProcessInfo.processInfo.activeProcessorCount),
      "kernel": Self.text("/proc/sys/kernel/osrelease"),
      "fileSystem": Self.fileSystem(of: folder),
    ]
  }

  /// Writes the report as JSON into a folder, under its date.
  ///
  /// - Returns: The path of the file.
  /// - Throws: What Foundation throws when the file cannot be written.
  func write(into folder: String) throws -> String {
    let coder = JSONEncoder()
    coder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(date.replacing(":", with: "")).json"
    try coder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    return path
  }

  private static func text(_ path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "unknown"
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func field(_ name: String, of path: String) -> String {
    let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) }
    let value = line?.split(separator: ":", maxSplits: 1).last.map(String.init) ?? "unknown"
    return value.trimmingCharacters(in: .whitespaces)
  }

  /// The type of the file system that a folder is on, by the longest mount point above it.
  private static func fileSystem(of folder: String) -> String {
    let mounts = text("/proc/self/mounts").split(separator: "\n").map { $0.split(separator: " ") }
    let above = mounts.filter { fields in
      fields.count > 2 && (fields[1] == "/" || "\(folder)/".hasPrefix("\(fields[1])/"))
    }
    return above.max { $0[1].count <= $1[1].count }.map { String($0[2]) } ?? "unknown"
  }
}
