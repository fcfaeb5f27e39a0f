// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarWire
import Testing

/// What real apps use, what they are charged for it, and where it ends.
@Suite(.serialized, .ownThread)
struct CostTests {
  @Test func `what a run computes is measured, kept in the history, and charged`() throws {
    let daemon = try RunningDaemon(
      policy: RunningDaemon.quick + ",heavyUse=100ms,refreshBudget.capacity=2,"
        + "score.refresh.threshold=0",
      preset: "portable"
    )
    let app = try TestApp(in: daemon)
    try app.install()
    try app.does(
      start: ["register refresh", "finish"],
      ["refresh": ["compute 300", "complete true"]]
    )
    try app.submit("refresh", "refresh")
    try daemon.waitForRuns(1, of: "refresh")
    let run = try #require(try daemon.tasks().first { $0.task == "refresh" && $0.outcome != nil })
    #expect(run.outcome == "success")
    let use = try #require(run.use)
    // The kernel counts in ticks of 10 ms.
    #expect(use.cpuSeconds >= 0.28 && use.cpuSeconds < 10, "\(use)")
    // One for the launch, one for the work.
    try app.submit("refresh", "refresh")
    let why = try daemon.call(SchedulerInterface.Why.self, .init(identifier: "refresh")).task
    let reason = try #require(why.reasons.first { $0.reason == "budgetSpent" }, "\(why)")
    #expect(reason.seen == "2 of 2 refresh launches spent")
    #expect(reason.clearsAt != nil && reason.needed.hasPrefix("a refill at "))
    // It is there after a power cut, as is what was charged.
    try daemon.kill()
    try daemon.start()
    let kept = try daemon.tasks().first { $0.task == "refresh" && $0.outcome != nil }
    #expect(kept?.use == use)
    let again = try daemon.call(SchedulerInterface.Why.self, .init(identifier: "refresh")).task
    #expect(again.reasons.contains { $0.seen == reason.seen }, "\(again)")
  }

  @Test func `log line 25: processing that computes without end is ended`() throws {
    let daemon = try RunningDaemon(
      policy: RunningDaemon.quick + ",cpuLimit=10,cpuWindow=600ms"
    )
    let app = try TestApp(in: daemon)
    try app.install()
    try app.does(
      start: ["register index", "finish"],
      ["index": ["compute 600000", "complete true"]]
    )
    try app.submit("processing", "index")
    #expect(try daemon.waitForRuns(1, of: "index") == ["killed"])
    let run = try #require(try daemon.tasks().first { $0.outcome != nil })
    #expect(run.expirationReason == "cpuLimit")
    #expect(try #require(run.use).cpuSeconds >= 0.06)
    try daemon.waitForApp(app.identifier, toBe: "notRunning")
    let line = "[BackgroundTasks:Framework] \"\(app.identifier)\" ended: background CPU above 10 %"
    #expect(daemon.log.contains(line), "\(daemon.log)")
  }

  @Test func `processing that requires external power may compute as much as it likes`() throws {
    let daemon = try RunningDaemon(
      policy: RunningDaemon.quick + ",cpuLimit=10,cpuWindow=200ms"
    )
    let app = try TestApp(in: daemon)
    try app.install()
    try app.does(
      start: ["register index", "finish"],
      ["index": ["compute 900", "complete true"]]
    )
    try app.submit("processing", "index", power: true)
    #expect(try daemon.waitForRuns(1, of: "index") == ["success"])
    let run = try #require(try daemon.tasks().first { $0.outcome != nil })
    #expect(try #require(run.use).cpuSeconds >= 0.85)
  }
}
