// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct ExpiryTests {
  @Test
  func `compatibility 31: the expiration handler is called once and is gone then`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "submit refresh refresh"],
      ["refresh": ["onExpiration complete false", "trace ready"]]
    )
    let process = try app.start()
    try app.wait(for: "ready")
    try daemon.simulateExpiration("refresh")
    #expect(try app.wait(for: "expired").value == "false")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["expired"])
    #expect(app.events("expired").count == 1)
    #expect(process.isAlive)
  }

  @Test
  func `compatibility 32: without a handler the task is completed for the app`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(start: ["register refresh", "submit refresh refresh"], ["refresh": []])
    let process = try app.start()
    try app.wait(for: "began")
    try daemon.simulateExpiration("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["expiredWithoutHandler"])
    #expect(process.isAlive)
    #expect(process.text.contains("\"refresh\" expired without an expiration handler"))
  }

  @Test
  func `compatibility 33: who ignores the expiry is killed if the daemon started it`() throws {
    let daemon = try RunningDaemon(policy: "")
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(
      start: ["register refresh"],
      ["refresh": ["onExpiration trace ignored", "trace up"]]
    )
    try daemon.simulateLaunch("refresh")
    let pid = try app.wait(for: "up").pid
    let start = Clocks.boot
    try daemon.simulateExpiration("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["killed"])
    #expect(Clocks.boot - start >= 5_000_000_000)
    try daemon.waitForApp(app.identifier, toBe: "notRunning")
    #expect(!isAlive(pid))
    #expect(daemon.log.contains("was not completed within 5 s of its expiration"))
  }

  @Test
  func `compatibility 33: who ignores the expiry lives on if the user started it`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "submit refresh refresh"],
      ["refresh": ["onExpiration trace ignored", "trace ready"]]
    )
    let process = try app.start()
    try app.wait(for: "ready")
    try daemon.simulateExpiration("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["killed"])
    #expect(process.isAlive)
    #expect(try daemon.app(app.identifier)?.state == "foreground")
  }

  @Test
  func `compatibility 34: the handler runs while the launch handler blocks its queue`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register refresh", "submit refresh refresh"],
      ["refresh": ["onExpiration complete false", "trace ready", "hang"]]
    )
    _ = try app.start()
    try app.wait(for: "ready")
    try daemon.simulateExpiration("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["expired"])
  }

  @Test
  func `compatibility 37: tasks that expire together share one window`() throws {
    let daemon = try RunningDaemon(policy: "grace=2000ms,killDelay=300ms")
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(
      start: ["register refresh", "register index"],
      [
        "refresh": ["onExpiration trace ignored", "trace up"],
        "index": ["onExpiration trace ignored", "trace up"],
      ]
    )
    try app.submit("processing", "index")
    try daemon.simulateLaunch("refresh")
    try app.wait(for: "up", times: 2)
    try daemon.simulateExpiration("refresh")
    try app.wait(for: "ignored", "refresh")
    try daemon.simulateExpiration("index")
    try daemon.waitForRuns(1, of: "index")
    let ends = try daemon.tasks().compactMap(\.endedAt)
    #expect(ends.count == 2 && Set(ends.map { $0.prefix(19) }).count == 1, "\(ends)")
    #expect(try daemon.tasks().map(\.outcome) == ["killed", "killed"])
  }

  @Test
  func `compatibility 54: a required condition that is lost takes the task back`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: ["register index", "submit processing index power network"],
      ["index": ["onExpiration complete false", "trace ready"]]
    )
    _ = try app.start()
    try app.wait(for: "ready")
    try daemon.set(["power": "battery"])
    try app.wait(for: "expired", "index")
    #expect(try daemon.waitForRuns(1, of: "index") == ["expired"])
    #expect(try daemon.tasks().first?.expirationReason != nil)
  }

  @Test
  func `compatibility 30: processing ends with idle, a refresh does not`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(
      start: [
        "register index", "register refresh", "submit processing index", "submit refresh refresh",
      ],
      ["index": ["onExpiration complete false", "trace ready"], "refresh": ["trace ready"]]
    )
    _ = try app.start()
    try app.wait(for: "ready", times: 2)
    try daemon.set(["idle": "false"])
    #expect(try daemon.waitForRuns(1, of: "index") == ["expired"])
    #expect(try daemon.tasks().filter { $0.task == "refresh" }.map(\.state) == ["running"])
  }
}
