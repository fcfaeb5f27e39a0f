// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarHost
import NightjarModel
import NightjarSystem
import Testing

@Suite struct ProcessGroupTests {
  @Test(arguments: Grouping.offered)
  func `the end of an app is told once with its status`(grouping: Grouping) throws {
    let bench = try HostBench(grouping)
    for (name, script, status) in [
      ("zero", "exit 0", NightjarModel.ExitStatus.exited(0)), ("code", "exit 42", .exited(42)),
      ("killed", "kill -KILL $$", .signaled(SIGKILL)), ("hup", "kill -HUP $$", .signaled(SIGHUP)),
    ] {
      let facts = bench.app(script, name: name)
      let process = try bench.launch(facts)
      try bench.turn { bench.status(of: process) != nil }
      #expect(bench.events == [.exited(facts.identifier, process, status)])
      #expect(ProcessFacts.read(process.pid)?.startTicks != process.startTicks)
      bench.forgetEvents()
    }
  }

  @Test(arguments: Grouping.offered)
  func `what an app leaves behind is ended, even if it ignores SIGTERM`(
    grouping: Grouping
  ) throws {
    let bench = try HostBench(grouping) { $0.leftoverGrace = .milliseconds(100) }
    let process = try bench.launch(
      bench.app(
        """
        (trap '' TERM; sh -c 'echo $PPID >stubborn'; while :; do sleep 60; done) &
        (sh -c 'echo $PPID >polite'; exec sleep 60) &
        while ! [ -s stubborn ] || ! [ -s polite ]; do sleep 0.01; done
        exit 7
        """
      )
    )
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.status(of: process) == .exited(7))
    let stubborn = try #require(bench.number(in: "stubborn"))
    let polite = try #require(bench.number(in: "polite"))
    try bench.turn { !isAlive(stubborn) && !isAlive(polite) }
    #expect(!isAlive(stubborn))
    #expect(!isAlive(polite))
  }

  @Test(arguments: Grouping.offered)
  func `what an app leaves behind may stay if the settings say so`(grouping: Grouping) throws {
    let bench = try HostBench(grouping) { settings in
      settings.endsLeftovers = false
      settings.leftoverGrace = .zero
    }
    let process = try bench.launch(
      bench.app("(sh -c 'echo $PPID >child'; exec sleep 60) & while ! [ -s child ]; do :; done")
    )
    try bench.turn { bench.status(of: process) != nil }
    let child = try #require(bench.number(in: "child"))
    for _ in 0..<20 {
      try bench.loop.turn(timeoutMilliseconds: 5)
    }
    #expect(isAlive(child))
    kill(child, SIGKILL)
    try bench.turn { !isAlive(child) }
  }

  @Test(arguments: Grouping.offered)
  func `kill ends an app with all that it forked`(grouping: Grouping) throws {
    let bench = try HostBench(grouping)
    let facts = bench.app(
      "trap '' TERM; (sh -c 'echo $PPID >child'; while :; do sleep 60; done) & wait"
    )
    let process = try bench.launch(facts)
    try bench.turn { bench.number(in: "child") != nil }
    let child = try #require(bench.number(in: "child"))
    bench.host.kill(AppIdentifier("another.app"), process)
    #expect(isAlive(process.pid))
    bench.host.kill(facts.identifier, process)
    try bench.turn { bench.status(of: process) != nil && !isAlive(child) }
    #expect(bench.status(of: process) == .signaled(SIGKILL))
    #expect(!isAlive(child))
  }

  @Test(arguments: Grouping.offered)
  func `a frozen app stands still, goes on when thawed, and can be asked to end`(
    grouping: Grouping
  ) throws {
    let bench = try HostBench(grouping)
    let facts = bench.app(
      "trap 'exit 9' TERM; n=0; while :; do n=$((n+1)); echo $n >beat.new; mv beat.new beat; done"
    )
    let process = try bench.launch(facts)
    try bench.turn { bench.number(in: "beat") != nil }

    #expect(bench.host.freeze(facts.identifier, process))
    try bench.turn { isFrozen(process, grouping) }
    let beat = bench.read("beat")
    for _ in 0..<10 {
      try bench.loop.turn(timeoutMilliseconds: 5)
    }
    #expect(bench.read("beat") == beat)

    #expect(bench.host.thaw(facts.identifier, process))
    try bench.turn { bench.read("beat") != beat }
    #expect(bench.read("beat") != beat)

    #expect(bench.host.freeze(facts.identifier, process))
    bench.host.terminate(facts.identifier, process)
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.status(of: process) == .exited(9))
  }

  @Test(arguments: Grouping.offered)
  func `a frozen app can be killed`(grouping: Grouping) throws {
    let bench = try HostBench(grouping)
    let facts = bench.app("exec sleep 60")
    let process = try bench.launch(facts)
    #expect(bench.host.freeze(facts.identifier, process))
    try bench.turn { isFrozen(process, grouping) }
    bench.host.kill(facts.identifier, process)
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.status(of: process) == .signaled(SIGKILL))
  }

  @Test(.enabled(if: Grouping.offered.contains(.cgroup), "needs a writable cgroup v2 group"))
  func `an app has a cgroup while it runs and none afterwards`() throws {
    let bench = try HostBench(.cgroup) { $0.leftoverGrace = .milliseconds(50) }
    #expect(bench.host.cgroupsUnavailable == nil)
    let facts = bench.app("setsid sleep 60 & wait")
    let process = try bench.launch(facts)
    let group = try #require(CgroupTree.group(of: process.pid))
    #expect(group.name.hasPrefix("nightjar-"))
    try bench.turn { group.processes.count > 1 }
    bench.host.kill(facts.identifier, process)
    try bench.turn { bench.status(of: process) != nil && access(group.path, F_OK) != 0 }
    #expect(access(group.path, F_OK) != 0)
  }

  @Test func `a machine without cgroups says why`() throws {
    #expect(try HostBench(.session).host.cgroupsUnavailable == "switched off by the test")
  }
}

/// Whether the kernel says that a process stands still.
func isFrozen(_ process: ProcessIdentity, _ grouping: Grouping) -> Bool {
  switch grouping {
  case .cgroup: CgroupTree.group(of: process.pid)?.isFrozen == true
  case .session: ProcessFacts.read(process.pid)?.state == "T"
  }
}
