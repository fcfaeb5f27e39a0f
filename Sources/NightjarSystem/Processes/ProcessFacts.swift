// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What /proc/PID/stat says of a process (proc(5)).
package struct ProcessFacts: Hashable, Sendable {
  /// The process number.
  package var pid: Int32

  /// The number of its parent.
  package var parent: Int32

  /// The number of its process group.
  package var group: Int32

  /// The number of its session.
  package var session: Int32

  /// One letter: R, S, D, T (stopped), Z (zombie) and others.
  package var state: Character

  /// When it started, in clock ticks since boot; with the number it names the process for ever.
  package var startTicks: UInt64

  /// Processor time of it and of the children that it waited for, in clock ticks.
  package var cpuTicks: Int64

  /// Whether it has ended: a zombie that waits for its parent, or dead.
  package var hasEnded: Bool { state == "Z" || state == "X" }

  /// Takes the line of a stat file apart.
  ///
  /// The program's name is in parentheses and may hold blanks, parentheses and line ends itself, so
  /// the fields are counted from the last closing parenthesis.
  ///
  /// - Parameter stat: The bytes of the file.
  package init?(stat: [UInt8]) {
    guard let open = stat.firstIndex(of: UInt8(ascii: "(")),
      let close = stat.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let fields = stat[(close + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    // The first field after the name is field 3 of proc(5), the start is field 22.
    guard fields.count > 19, let state = fields[0].first,
      let pid = Self.number(stat[..<open], as: Int32.self),
      let parent = Self.number(fields[1], as: Int32.self),
      let group = Self.number(fields[2], as: Int32.self),
      let session = Self.number(fields[3], as: Int32.self),
      let startTicks = Self.number(fields[19], as: UInt64.self)
    else { return nil }
    // Fields 14 to 17: its own time in user and kernel mode, and that of its children.
    cpuTicks = fields[11...14].reduce(0) { sum, field in
      sum &+ max(Self.number(field, as: Int64.self) ?? 0, 0)
    }
    self.pid = pid
    self.parent = parent
    self.group = group
    self.session = session
    self.state = Character(Unicode.Scalar(state))
    self.startTicks = startTicks
  }

  /// Reads the facts of a process.
  ///
  /// - Parameter pid: The process number.
  /// - Returns: The facts; `nil` when there is no such process.
  package static func read(_ pid: Int32) -> Self? {
    guard let stat = try? SmallFile.read("/proc/\(pid)/stat") else { return nil }
    return Self(stat: stat)
  }

  /// The program that a process runs.
  ///
  /// - Parameter pid: The process number.
  /// - Returns: The path, ending in ` (deleted)` when the file was replaced meanwhile; `nil` when
  ///   the process is gone or belongs to somebody else.
  package static func executable(of pid: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink("/proc/\(pid)/exe", $0, characters.count) } ?? -1
      }
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// The facts of every process that can be seen.
  ///
  /// - Returns: The facts, in no order.
  /// - Complexity: O(*n*) in the number of processes on the machine.
  package static func all() -> [Self] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [Self] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let pid = Int32(name), let facts = read(pid) { found.append(facts) }
    }
    return found
  }

  private static func number<Number: FixedWidthInteger>(
    _ bytes: ArraySlice<UInt8>,
    as type: Number.Type
  ) -> Number? {
    Number(String(decoding: bytes, as: UTF8.self).split(separator: " ").first ?? "")
  }
}
