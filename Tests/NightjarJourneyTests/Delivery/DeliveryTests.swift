// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct DeliveryTests {
  @Test
  func `an app that submitted and left is started when the condition holds`() throws {
    let daemon = try RunningDaemon()
    try daemon.set(["idle": "false"])
    let app = try TestApp(in: daemon)
    try app.visit(["register index", "submit processing index"])
    #expect(try daemon.tasks().map(\.state) == ["pending"])
    #expect(try daemon.tasks().first?.reasons.map(\.reason) == ["deviceInUse"])

    try app.does(start: ["register index"], ["index": ["complete true"]])
    try daemon.set(["idle": "true"])

    #expect(try app.wait(for: "began", "index").value == "BGProcessingTask")
    #expect(try daemon.waitForRuns(1, of: "index") == ["success"])
    let entry = try #require(try daemon.tasks().first)
    #expect(entry.state == "completed")
    #expect(entry.startedAt != nil && entry.endedAt != nil && entry.run == 1)
  }

  @Test
  func `a running app gets its task without another launch`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "submit refresh refresh"],
      ["refresh": ["complete false"]]
    )
    let process = try app.start()
    let began = try app.wait(for: "began", "refresh")

    #expect(began.pid == process.pid)
    #expect(began.value == "BGAppRefreshTask")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["failure"])
    #expect(app.events("started").count == 1)
  }

  @Test
  func `compatibility 28: two tasks share a launch, and the app is frozen after the second`() throws
  {
    let daemon = try RunningDaemon(policy: "freezeDelay=1000ms")
    try daemon.set(["idle": "false"])
    let app = try TestApp(in: daemon)
    try app.visit(["register index", "register refresh", "submit processing index"])
    try app.does(
      start: ["register index", "register refresh"],
      ["index": [], "refresh": ["complete true"]]
    )
    try app.submit("refresh", "refresh")
    try app.wait(for: "completed", "refresh")
    try daemon.set(["idle": "true"])
    let began = try app.wait(for: "began", "index")
    #expect(app.events("started").count == 2, "the visit and one launch")

    // A handler that returned without completing keeps its task, and its process awake.
    #expect(try daemon.app(app.identifier)?.state == "background")
    try daemon.simulateExpiration("index")
    try daemon.waitForApp(app.identifier, toBe: "suspended")
    #expect(isAlive(began.pid))
    #expect(try daemon.waitForRuns(1, of: "index") == ["expiredWithoutHandler"])

    try app.submit("refresh", "refresh")
    #expect(try app.wait(for: "began", "refresh", times: 2).pid == began.pid)
    #expect(app.events("started").count == 2, "thawed, not started")
  }

  @Test
  func `compatibility 14: a submission inside the handler runs after the first run has ended`()
    throws
  {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "submit refresh refresh"],
      ["refresh": ["submit refresh refresh 86400", "pending", "complete true"]]
    )
    _ = try app.start()
    #expect(try app.wait(for: "pending").value == "BGAppRefreshTaskRequest refresh")
    try app.wait(for: "completed")
    try daemon.waitForRuns(1, of: "refresh")
    try daemon.simulateLaunch("refresh")
    #expect(try daemon.waitForRuns(2, of: "refresh") == ["success", "success"])
    #expect(app.events("began").count == 2)
  }

  @Test
  func `compatibility 27: a delivery before launch ends waits for it`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "submit refresh refresh", "trace launching", "register other"],
      ["refresh": ["complete true"]]
    )
    _ = try app.start()
    try app.wait(for: "completed", "refresh")
    let events = app.trace.map { "\($0.event) \($0.task ?? "")" }
    let registered = try #require(events.firstIndex(of: "registered other"))
    let began = try #require(events.firstIndex(of: "began refresh"))
    #expect(registered < began)
  }

  @Test
  func `compatibility 81: a simulated launch uses the request up whatever holds it`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 86400"])
    try app.does(
      start: ["register refresh"],
      ["refresh": ["onExpiration complete false", "trace up"]]
    )

    try daemon.simulateLaunch("refresh")
    try app.wait(for: "up", "refresh")
    #expect(throws: WireError.self) { try daemon.simulateLaunch("refresh") }
    #expect(daemon.log.contains("simulated launch of \"refresh\" refused: it is running"))

    try daemon.simulateExpiration("refresh")
    try app.wait(for: "expired", "refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["expired"])
    #expect(throws: WireError.self) { try daemon.simulateExpiration("refresh") }
    #expect(throws: WireError.self) { try daemon.simulateLaunch("refresh") }
    #expect(daemon.log.contains("no task request with identifier \"refresh\" is pending"))
  }

  @Test
  func `completing twice leaves one entry with the first result`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "submit refresh refresh"],
      ["refresh": ["complete true", "complete false", "trace twice"]]
    )
    let process = try app.start()
    try app.wait(for: "twice")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["success"])
    #expect(process.text.contains("\"refresh\" was completed again with success 0"))
  }
}
