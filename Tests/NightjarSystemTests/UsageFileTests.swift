// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSystem
import Testing

/// What a cgroup and a process have used, from files like those of the kernel.
@Suite struct UsageFileTests {
  /// A folder that looks like a cgroup's.
  private static func group(_ files: [String: String], _ work: (Cgroup) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "nightjar-usage-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
    try work(Cgroup(path: path))
  }

  @Test func `a group's processor time and bytes of all disks are read`() throws {
    let files = [
      "cpu.stat": "usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n",
      "io.stat": """
      8:0 rbytes=1000 wbytes=20 rios=1 wios=1 dbytes=5 dios=0
      259:1 rbytes=300 wbytes=4 rios=1 wios=1 dbytes=0 dios=0

      """,
    ]
    try Self.group(files) { group in
      #expect(group.cpuMicroseconds == 1_234_567)
      let bytes = try #require(group.diskBytes)
      #expect(bytes.read == 1300 && bytes.written == 24)
    }
  }

  @Test func `a group without the controller for disks has no bytes, one without reads has none`()
    throws
  {
    try Self.group(["cpu.stat": "usage_usec 1\n"]) { group in
      #expect(group.diskBytes == nil)
    }
    try Self.group(["io.stat": ""]) { group in
      #expect(group.cpuMicroseconds == nil)
      let bytes = try #require(group.diskBytes)
      #expect(bytes.read == 0 && bytes.written == 0)
    }
  }

  @Test func `the time of a process has that of the children that it waited for`() throws {
    let stat =
      "42 (a) b) S 1 42 42 0 -1 4194304 1 1 1 1 70 30 5 2 20 0 1 0 99 1 1 1"
    let facts = try #require(ProcessFacts(stat: Array(stat.utf8)))
    #expect(facts.cpuTicks == 107)
    #expect(facts.startTicks == 99)
  }
}
