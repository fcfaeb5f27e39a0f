// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarHost
import NightjarModel
import NightjarSystem
import Testing

@Suite struct UseTests {
  /// Counts with the shell itself, and in a child that it waits for.
  private static let work = """
    count() { i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done; }
    count; (count)
    """

  @Test(arguments: Grouping.offered)
  func `what an app and its children used is told right before its end`(grouping: Grouping) throws {
    let bench = try HostBench(grouping)
    let idle = try bench.launch(bench.app("exit 0", name: "idle"))
    let busy = try bench.launch(bench.app(Self.work, name: "busy"))
    try bench.turn { bench.status(of: idle) != nil && bench.status(of: busy) != nil }
    let cpu = try #require(bench.uses[busy]?.cpu)
    #expect(cpu >= .milliseconds(10))
    #expect(try #require(bench.uses[idle]?.cpu) < cpu)
  }

  @Test(arguments: Grouping.offered)
  func `an app can be measured while it runs, and grows`(grouping: Grouping) throws {
    let bench = try HostBench(grouping)
    let facts = bench.app("while :; do :; done")
    let process = try bench.launch(facts)
    var first: ResourceUse?
    try bench.turn {
      first = bench.host.use(of: facts.identifier, process)
      return (first?.cpu ?? .zero) > .zero
    }
    var later: ResourceUse?
    try bench.turn {
      later = bench.host.use(of: facts.identifier, process)
      return (later?.cpu ?? .zero) >= (first?.cpu ?? .zero) + .milliseconds(50)
    }
    #expect(try #require(later).cpu > #require(first).cpu)
    #expect(bench.host.use(of: AppIdentifier("com.example.another"), process) == nil)
    bench.host.kill(facts.identifier, process)
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.host.use(of: facts.identifier, process) == nil)
  }
}
