// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

@Suite struct CgroupTests {
  static var tree: CgroupTree? {
    if case .available(let tree) = CgroupTree.find() { tree } else { nil }
  }

  @Test func `a group is found in unified, hybrid and bind mounted layouts`() {
    let v2 = "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw"
    let hybrid = """
      30 29 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
      31 29 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
      """
    let bound = #"31 29 0:28 /pod/one /groups\040here rw - cgroup2 cgroup2 rw"#
    let cases = [
      ("0::/user.slice/a.service\n", v2, "/sys/fs/cgroup/user.slice/a.service"),
      ("3:cpu:/x\n0::/\n", hybrid, "/sys/fs/cgroup/unified"),
      ("0::/pod/one\n", bound, "/groups here"), ("0::/pod/one/b\n", bound, "/groups here/b"),
    ]
    for (own, mounts, path) in cases {
      #expect(
        CgroupTree.locate(ownGroups: own, mounts: mounts) == .available(CgroupTree(path: path))
      )
    }
  }

  @Test func `what is missing is said`() {
    let bound = "31 29 0:28 /pod/one /groups rw - cgroup2 cgroup2 rw"
    for (own, mounts, word) in [
      ("3:cpu:/x\n", bound, "no cgroup v2"), ("0::/pod/onetwo\n", bound, "/pod/onetwo"),
      ("0::/../..\n", "29 23 0:26 / /c rw - cgroup2 c rw", "/../.."), ("0::/\n", "", "mount"),
    ] {
      guard case .unavailable(let why) = CgroupTree.locate(ownGroups: own, mounts: mounts) else {
        Issue.record("it was found: \(own)")
        continue
      }
      #expect(why.contains(word))
    }
  }

  @Test(.enabled(if: tree != nil, "needs a writable cgroup v2 group"))
  func `a group holds, freezes, counts and ends its processes`() throws {
    let tree = try #require(Self.tree)
    let loop = try EventLoop()
    let group = try tree.makeGroup("nightjar-test-\(getpid())")
    defer { try? group.remove() }
    #expect(!group.isPopulated)

    var spawn = shell("sleep 60 & sleep 60 & wait")
    let entry = try group.openFolder()
    spawn.cgroup = entry.number
    let child = try spawn.start()
    var end: ProcessWatch.End?
    let process = try ProcessWatch(child.pid, on: loop) { end = $0 }
    #expect(group.isPopulated)
    #expect(CgroupTree.group(of: process.pid) == group)
    #expect(group.cpuMicroseconds != nil)

    let files = try FileWatch(on: loop)
    _ = try group.watchEvents(with: files) {}
    try group.setFrozen(true)
    try turn(loop) { group.isFrozen }
    try group.setFrozen(false)
    try turn(loop) { !group.isFrozen && group.processes.count == 3 }

    #expect(throws: SystemError(errno: EBUSY, call: "rmdir", subject: group.path)) {
      try group.remove()
    }
    try group.kill()
    try turn(loop) { end != nil && !group.isPopulated }
    #expect(end == .signaled(SIGKILL))
    try group.remove()
    #expect(access(group.path, F_OK) != 0)
  }
}
