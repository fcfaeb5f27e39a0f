// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSystem

/// What the kernel says of a process, proc_pid_status(5).
enum ProcessLook {
  /// How much memory a process has in RAM, in bytes.
  static func residentMemory(of pid: Int32) -> Int {
    (field("VmRSS", of: "/proc/\(pid)/status") ?? 0) * 1024
  }

  /// How often all threads of a process together were put on a processor.
  ///
  /// A thread that wakes up goes to sleep again, which counts one voluntary switch.
  static func wakeUps(of pid: Int32) -> Int {
    let threads = (try? KernelFile.names(in: "/proc/\(pid)/task")) ?? []
    return threads.reduce(0) { sum, thread in
      sum + (field("voluntary_ctxt_switches", of: "/proc/\(pid)/task/\(thread)/status") ?? 0)
    }
  }

  private static func field(_ name: String, of path: String) -> Int? {
    let lines = ((try? KernelFile.text(of: path)) ?? "").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("\(name):") }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) }
  }
}
