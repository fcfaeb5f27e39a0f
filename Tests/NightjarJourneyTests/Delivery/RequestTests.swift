// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct RequestTests {
  @Test
  func `compatibility 12: the same id again leaves one pending request`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit([
      "register refresh", "submit refresh refresh 5000", "submit refresh refresh 9000", "pending",
    ])
    #expect(app.events("pending").map(\.value) == ["BGAppRefreshTaskRequest refresh"])
    #expect(try daemon.tasks().count == 1)
    #expect(daemon.log.contains("replaced pending request \"refresh\""))
  }

  @Test
  func `compatibility 13: one refresh and ten processing requests wait, not more`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    let many = (1...11).map { "p\($0)" }
    try app.describe(permitted: many + ["refresh", "other"])
    let registrations = (many + ["refresh", "other"]).map { "register \($0)" }
    let submissions = many.map { "submit processing \($0) 5000" }
    try app.visit(
      registrations + submissions + [
        "submit processing p1 6000", "submit refresh refresh 5000", "submit refresh other 5000",
      ]
    )
    let answers = app.events("submitted").map(\.value)
    #expect(answers == Array(repeating: "ok", count: 10) + ["2", "ok", "ok", "2"])
    #expect(try daemon.tasks().count == 11)
  }

  @Test
  func `compatibility 18: without a daemon a submission is refused within two seconds`() throws {
    let daemon = try RunningDaemon(starts: false)
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh"])
    #expect(app.events("registered").map(\.value) == ["true"])
    #expect(app.events("submitted").map(\.value) == ["1"])
  }

  @Test
  func `compatibility 21 and 22: pending requests come back in order and as they were`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit([
      "register index", "register refresh", "pending", "submit processing index 5000 network",
      "submit refresh refresh 5000", "pending",
    ])
    #expect(
      app.events("pending").map(\.value) == [
        "", "BGProcessingTaskRequest index,BGAppRefreshTaskRequest refresh",
      ]
    )
    let requests = try daemon.call(
      SchedulerInterface.Pending.self,
      .init(app: app.identifier)
    ).requests
    #expect(requests.map(\.requiresNetworkConnectivity) == [true, false])
  }

  @Test
  func `compatibility 23: cancelling leaves other apps and running tasks alone`() throws {
    let daemon = try RunningDaemon()
    let other = try TestApp("other", in: daemon)
    try other.visit(["register refresh", "submit refresh refresh 5000"])
    let app = try TestApp(in: daemon)
    try app.does(
      start: [
        "register refresh", "register index", "submit processing index 5000", "cancel clean",
        "submit refresh refresh",
      ],
      ["refresh": ["submit refresh refresh 5000", "cancel refresh", "cancelAll", "pending"]]
    )
    _ = try app.start()
    #expect(try app.wait(for: "pending").value == "")
    let tasks = try daemon.tasks()
    #expect(tasks.filter { $0.app == app.identifier }.map(\.state) == ["running"])
    #expect(tasks.filter { $0.app == other.identifier }.map(\.state) == ["pending"])
  }

  @Test
  func `compatibility 24: pending requests survive the app, the daemon and an update`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register index", "submit processing index 5000 power"])
    let before = try daemon.tasks()
    try daemon.kill()
    try daemon.start()
    #expect(try daemon.tasks().map(\.submittedAt) == before.map(\.submittedAt))
    try app.describe(build: 2)
    try app.visit(["register index", "pending"])
    #expect(app.events("pending").map(\.value) == ["BGProcessingTaskRequest index"])
    #expect(try daemon.terminate() == .exited(0))
    try daemon.start()
    #expect(try daemon.tasks().map(\.earliestBeginDate) == before.map(\.earliestBeginDate))
  }

  @Test
  func `compatibility 25: an update that drops the id drops its request`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register index", "submit processing index 5000"])
    try app.describe(permitted: ["refresh"], build: 2)
    try app.visit(["register refresh", "pending"])
    #expect(app.events("pending").map(\.value) == [""])
    #expect(daemon.log.contains("dropped request \"index\": no longer permitted"))
    #expect(try daemon.tasks().isEmpty)
  }

  @Test
  func `compatibility 25: an update that drops the handler ends in a trap at delivery`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(start: ["register other"])
    try daemon.simulateLaunch("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["crashed"])
    #expect(app.output.contains("no launch handler is registered for \"refresh\""))
  }

  @Test
  func `an app may not act for another app`() throws {
    let daemon = try RunningDaemon()
    let other = try TestApp("other", in: daemon)
    try other.install()
    let facts = AppFacts(identifier: AppIdentifier("org.example.me"), executable: "/bin/true")
    let stream = try daemon.connect().stream(
      AppsInterface.Attach.self,
      .init(facts: .init(facts), foreground: true, runs: [])
    )
    defer { stream.close() }
    #expect(try stream.next(timeout: .seconds(10))?.attached == true)
    let refusal = #expect(throws: WireError.self) { try other.submit("refresh", "refresh") }
    #expect(refusal?.reply?.name == SchedulerInterface.NotYours.name)
    let override = #expect(throws: WireError.self) { try daemon.set(["idle": "true"]) }
    #expect(override?.reply?.name == SchedulerInterface.NotYours.name)
  }
}
