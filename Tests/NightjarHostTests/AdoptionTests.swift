// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarHost
import NightjarModel
import NightjarSystem
import Testing

@Suite struct AdoptionTests {
  private func settings(_ bench: HostBench, _ grouping: Grouping) -> HostSettings {
    var settings = HostSettings(stateFolder: "\(bench.folder)/state", socketPath: "/none")
    if grouping == .session { settings.cgroups = .unavailable("switched off by the test") }
    return settings
  }

  @Test(arguments: Grouping.offered)
  func `a closed host leaves its apps alive and running, and the next one takes them over`(
    grouping: Grouping
  ) throws {
    let bench = try HostBench(grouping)
    let facts = bench.app("echo before; while ! [ -e go ]; do sleep 0.01; done; echo after; wait")
    let process = try bench.launch(facts)
    #expect(bench.host.freeze(facts.identifier, process))
    try bench.turn { isFrozen(process, grouping) }
    bench.host.close()
    try bench.turn { !isFrozen(process, grouping) }
    #expect(isAlive(process.pid))

    var events: [HostEvent] = []
    let next = AppHost(on: bench.loop, settings: settings(bench, grouping)) { event in
      if case .measured = event { return }
      events.append(event)
    }
    #expect(next.watch(facts.identifier, process, isDaemonStarted: true))
    #expect(next.watch(facts.identifier, process, isDaemonStarted: true))
    #expect(next.freeze(facts.identifier, process))
    try bench.turn { isFrozen(process, grouping) }
    #expect(next.thaw(facts.identifier, process))
    bench.write("", to: "go")
    try bench.turn { !events.isEmpty }
    #expect(events == [.exited(facts.identifier, process, .exited(0))])
    #expect(try bench.log(of: facts) == ["before", "after"])
    next.close()
  }

  @Test func `an app that the user started is watched and ended, but never frozen`() throws {
    let bench = try HostBench()
    let facts = bench.app("")
    let child = try Spawn(path: "/bin/sleep", arguments: ["sleep", "60"], environment: []).start()
    let process = ProcessIdentity(pid: child.pid, startTicks: child.startTicks)
    #expect(bench.host.watch(facts.identifier, process, isDaemonStarted: false))
    #expect(!bench.host.freeze(facts.identifier, process))
    #expect(ProcessFacts.read(process.pid)?.state != "T")
    bench.host.terminate(facts.identifier, process)
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.status(of: process) == .signaled(SIGTERM))
  }

  @Test func `a number that belongs to another process by now is not watched`() throws {
    let bench = try HostBench()
    let app = AppIdentifier("a")
    let mine = try #require(ProcessFacts.read(getpid()))
    let recycled = ProcessIdentity(pid: mine.pid, startTicks: mine.startTicks - 1)
    #expect(!bench.host.watch(app, recycled, isDaemonStarted: true))
    bench.host.kill(app, recycled)
    let gone = ProcessIdentity(pid: Int32.max, startTicks: 1)
    #expect(!bench.host.watch(app, gone, isDaemonStarted: false))
    #expect(!bench.host.thaw(app, gone))
    #expect(bench.events.isEmpty)
  }
}
