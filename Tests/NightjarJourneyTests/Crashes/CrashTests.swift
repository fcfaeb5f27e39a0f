// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct CrashTests {
  @Test
  func `compatibility 38: the third crash in a row holds a task until the app is opened`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(start: ["register refresh"], ["refresh": ["crash"]])
    try daemon.simulateLaunch("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["crashed"])
    #expect(try daemon.tasks().count == 1, "the request is gone")
    for count in 2...3 {
      try app.submit("refresh", "refresh")
      try daemon.waitForRuns(count, of: "refresh")
    }
    try app.submit("refresh", "refresh")
    let waiting = try #require(try daemon.tasks().last)
    #expect(waiting.state == "quarantined")
    #expect(waiting.reasons.map(\.reason) == ["quarantined"])
    #expect(daemon.log.contains("\"refresh\" is held after 3 crashes in a row"))

    try app.does(start: ["register refresh"], ["refresh": ["complete true"]])
    try daemon.call(AppsInterface.Launch.self, .init(app: app.identifier))
    #expect(try daemon.waitForRuns(4, of: "refresh").last == "success")
    #expect(try daemon.app(app.identifier)?.state == "foreground")
  }

  @Test
  func `an app that exits inside its handler has crashed`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(start: ["register refresh"], ["refresh": ["exit 0"]])
    try daemon.simulateLaunch("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["crashed"])
    try daemon.waitForApp(app.identifier, toBe: "notRunning")
  }

  @Test
  func `a completion just before the exit is not lost`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(start: ["register refresh"], ["refresh": ["complete true", "exit 0"]])
    try daemon.simulateLaunch("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["success"])
  }

  @Test
  func `an app that the user kills while its task runs has crashed`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.does(start: ["register refresh", "submit refresh refresh"], ["refresh": []])
    let process = try app.start()
    try app.wait(for: "began")
    process.send(SIGKILL)
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["crashed"])
    #expect(try daemon.app(app.identifier)?.pid == nil)
  }

  @Test
  func `an app that is removed while its task runs is ended and forgotten`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(start: ["register refresh"], ["refresh": []])
    try daemon.simulateLaunch("refresh")
    let pid = try app.wait(for: "began").pid
    try daemon.call(AppsInterface.Remove.self, .init(app: app.identifier))
    #expect(try daemon.app(app.identifier) == nil)
    let gone = try daemon.loop.wait(for: "the app's end") { isAlive(pid) ? nil : true }
    #expect(gone)
  }

  @Test
  func `compatibility 49: after a force quit processing runs and a refresh waits`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "register index", "pending"])
    try app.does(
      start: ["register refresh", "register index"],
      ["refresh": ["complete true"], "index": ["complete true"]]
    )
    try daemon.call(AppsInterface.Quit.self, .init(app: app.identifier))
    try app.submit("refresh", "refresh")
    try app.submit("processing", "index")
    #expect(try daemon.waitForRuns(1, of: "index") == ["success"])
    let waiting = try daemon.tasks().filter { $0.task == "refresh" }
    #expect(waiting.map(\.state) == ["pending"])
    #expect(waiting.first?.reasons.map(\.reason) == ["forceQuit"])
    try daemon.call(AppsInterface.Launch.self, .init(app: app.identifier))
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["success"])
  }
}
