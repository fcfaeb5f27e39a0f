// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import NightjarWire
import Testing

/// The daemon dies before the n-th thing that it does to the world, for every n that a fixed course
/// of events has; after each death the next daemon must find everything that was acknowledged.
@Suite(.serialized, .ownThread)
struct KillTests {
  @Test
  func `nothing acknowledged is lost or runs twice, wherever the daemon dies`() throws {
    var deaths = 0
    while try !run(dyingBefore: deaths + 1) {
      deaths += 1
    }
    // Fewer would mean that the course of events was cut short.
    #expect(deaths > 25)
  }

  /// - Returns: Whether the daemon outlived the course of events.
  private func run(dyingBefore number: Int) throws -> Bool {
    let daemon = try RunningDaemon(starts: false)
    daemon.environment["NIGHTJAR_FAULT"] = "kill-before:\(number)"
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "register index"],
      ["refresh": ["submit refresh refresh 5000", "complete true"], "index": ["complete true"]]
    )
    let acknowledged = try course(daemon, app)
    // A daemon that is dying may not be gone yet; one that answers lives.
    let survived = (try? daemon.tasks()) != nil
    if survived {
      try daemon.terminate()
    } else {
      try daemon.process?.wait()
    }
    daemon.environment["NIGHTJAR_FAULT"] = nil
    try daemon.start()
    try check(daemon, app, acknowledged, "killed before \(number)")
    return survived
  }

  /// What the callers of a daemon were told before it died.
  private struct Acknowledged {
    var submitted: Set<String> = []
    var cancelled = false
    var wasAskedToCancel = false
  }

  /// Submits two requests and one more, launches, delivers, completes, and cancels the last.
  private func course(_ daemon: RunningDaemon, _ app: TestApp) throws -> Acknowledged {
    var told = Acknowledged()
    // Each of these fails when the daemon is dead, which is what the course is about.
    try? daemon.start()
    try? daemon.set(["power": "external", "network": "unmetered", "idle": "true"])
    try? app.install()
    for (task, power) in [("index", false), ("clean", true), ("refresh", false)] {
      if task == "clean" { try? daemon.set(["power": "battery"]) }
      let kind = task == "refresh" ? task : "processing"
      if (try? app.submit(kind, task, power: power)) != nil { told.submitted.insert(task) }
    }
    _ = try? daemon.waitForRuns(1, of: "index")
    _ = try? daemon.waitForRuns(1, of: "refresh")
    told.wasAskedToCancel = (try? daemon.tasks()) != nil
    let cancel = SchedulerInterface.Cancel.Parameters(app: app.identifier, identifier: "clean")
    told.cancelled = (try? daemon.call(SchedulerInterface.Cancel.self, cancel)) != nil
    return told
  }

  private func check(
    _ daemon: RunningDaemon,
    _ app: TestApp,
    _ told: Acknowledged,
    _ name: Comment
  ) throws {
    let submitted = told.submitted.subtracting(["clean"])
    for task in submitted {
      let outcomes = try daemon.waitForRuns(1, of: task)
      #expect(outcomes == ["success"], name)
    }
    let tasks = try daemon.tasks()
    let isKept = tasks.contains { $0.task == "clean" }
    if told.submitted.contains("clean"), !told.wasAskedToCancel { #expect(isKept, name) }
    if told.cancelled { #expect(!isKept, name) }
    for task in ["refresh", "index"] {
      #expect(app.events("began", task).count <= 1, name)
      #expect(tasks.filter { $0.task == task && $0.outcome != nil }.count <= 1, name)
    }
    let resubmitted = app.events("submitted", "refresh").contains { $0.value == "ok" }
    if resubmitted {
      #expect(tasks.contains { $0.task == "refresh" && $0.state == "pending" }, name)
    }
  }
}
