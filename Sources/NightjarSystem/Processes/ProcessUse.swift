// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a process has used of the machine since it began, as /proc tells it (proc(5)).
package struct ProcessUse: Hashable, Sendable {
  /// Processor time of the process and of the children that it waited for, in nanoseconds; exact to
  /// a clock tick, which is 10 ms.
  package var cpuNanoseconds: Int64

  /// Bytes that were fetched from disks; `nil` when the kernel does not count them or the process
  /// belongs to somebody else.
  package var readBytes: Int64?

  /// Bytes that were sent to disks; `nil` likewise.
  package var writtenBytes: Int64?

  /// Reads what a process has used.
  ///
  /// - Parameter pid: The process number; a zombie has its processor time still.
  /// - Returns: The use; `nil` when there is no such process.
  package static func read(_ pid: Int32) -> Self? {
    guard let facts = ProcessFacts.read(pid) else { return nil }
    let ticksPerSecond = Int64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
    let io = (try? SmallFile.text("/proc/\(pid)/io")) ?? ""
    return Self(
      cpuNanoseconds: facts.cpuTicks * (1_000_000_000 / ticksPerSecond),
      readBytes: value(of: "read_bytes:", in: io),
      writtenBytes: value(of: "write_bytes:", in: io)
    )
  }

  private static func value(of key: String, in text: String) -> Int64? {
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      return line.split(separator: " ").last.flatMap { Int64($0) }
    }
    return nil
  }
}
