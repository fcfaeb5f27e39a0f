// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarModel
import NightjarSQLite
import NightjarStore
import NightjarSystem
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct RestartTests {
  /// A daemon, and an app that it has started and that has a task in its hands.
  private func makeRunningApp(
    _ steps: [String]
  ) throws -> (daemon: RunningDaemon, app: TestApp, pid: Int32) {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(start: ["register refresh"], ["refresh": steps])
    try daemon.simulateLaunch("refresh")
    return (daemon, app, try app.wait(for: "began").pid)
  }

  @Test
  func `a task that runs when the daemon is killed is completed with the next daemon`() throws {
    let (daemon, app, pid) = try makeRunningApp([
      "onExpiration complete false", "trace up",
    ])
    try app.wait(for: "up")
    try daemon.kill()
    #expect(isAlive(pid))
    try daemon.start()
    try daemon.wait(for: "the app to come back") { _ in
      try daemon.app(app.identifier)?.state == "background" ? true : nil
    }
    #expect(try daemon.tasks().map(\.state) == ["running"])
    try daemon.simulateExpiration("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["expired"])
    #expect(app.events("began").count == 1)
    #expect(try daemon.history(of: "refresh").count == 1)
    // The next daemon may freeze what the one before it started.
    try daemon.waitForApp(app.identifier, toBe: "suspended")
  }

  @Test
  func `a completion without a daemon is delivered when there is one`() throws {
    let (daemon, app, _) = try makeRunningApp(["after 400", "complete true"])
    try daemon.kill()
    try app.wait(for: "completed")
    try daemon.start()
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["success"])
    #expect(app.events("began").count == 1)
  }

  @Test
  func `a task whose process died with the daemon has crashed once and does not run again`() throws
  {
    let (daemon, app, pid) = try makeRunningApp([])
    try daemon.kill()
    kill(pid, SIGKILL)
    try daemon.loop.wait(for: "the app's end") { isAlive(pid) ? nil : true }
    try daemon.start()
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["crashed"])
    #expect(try daemon.tasks().count == 1)
    #expect(app.events("began").count == 1)
    try daemon.terminate()
    let opened = try Store.open(
      in: StateDirectory(path: daemon.state),
      poster: daemon.loop.poster
    )
    defer { opened.store.close() }
    #expect(opened.state.settings.keys.filter { $0.hasPrefix("process.") } == [])
  }

  @Test
  func `a task that a boot cuts off has crashed, and its app is not to blame`() throws {
    let (daemon, _, pid) = try makeRunningApp([])
    try daemon.kill()
    kill(pid, SIGKILL)
    try daemon.loop.wait(for: "the app's end") { isAlive(pid) ? nil : true }
    try pretendToBoot(daemon)
    try daemon.start()
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["crashed"])
    try daemon.terminate()
    let opened = try Store.open(
      in: StateDirectory(path: daemon.state),
      poster: daemon.loop.poster
    )
    defer { opened.store.close() }
    #expect(opened.state.isSameBoot)
    #expect(opened.state.crashes == [])
    #expect(opened.state.settings.keys.filter { $0.hasPrefix("process.") } == [])
  }

  /// Makes the state folder that of a boot before this one.
  private func pretendToBoot(_ daemon: RunningDaemon) throws {
    let connection = try Connection(path: "\(daemon.state)/state.sqlite")
    try connection.execute("UPDATE meta SET value = 'another' WHERE name = 'boot_id'")
  }

  @Test
  func `what waits is started by a daemon that finds the former process dead`() throws {
    let (daemon, app, pid) = try makeRunningApp(["complete true"])
    try app.submit("processing", "index", power: true)
    try daemon.set(["power": "battery"])
    try app.submit("processing", "clean", power: true)
    try daemon.waitForRuns(1, of: "refresh")
    try daemon.kill()
    kill(pid, SIGKILL)
    try daemon.loop.wait(for: "the app's end") { isAlive(pid) ? nil : true }
    try app.does(
      start: ["register refresh", "register clean", "register index"],
      ["clean": ["complete true"], "index": ["complete true"]]
    )
    try daemon.start()
    try daemon.set(["power": "external"])
    #expect(try daemon.waitForRuns(1, of: "clean") == ["success"])
  }

  @Test
  func `a frozen app is thawed when the daemon ends, and frozen by none`() throws {
    let (daemon, app, pid) = try makeRunningApp(["complete true"])
    try daemon.waitForApp(app.identifier, toBe: "suspended")
    #expect(try daemon.terminate() == .exited(0))
    let state = try daemon.loop.wait(for: "the app to go on") {
      ProcessFacts.read(pid).flatMap { $0.state == "T" ? nil : $0.state }
    }
    #expect(state == "S" || state == "R")
    #expect(access(daemon.socket, F_OK) != 0, "its socket is removed")
    try daemon.start()
    try daemon.waitForApp(app.identifier, toBe: "background")
  }

  @Test
  func `a daemon that is killed while an app is frozen has a successor that thaws it`() throws {
    let (daemon, app, pid) = try makeRunningApp(["complete true"])
    try daemon.waitForApp(app.identifier, toBe: "suspended")
    try daemon.kill()
    try daemon.start()
    try daemon.waitForApp(app.identifier, toBe: "background")
    try app.submit("refresh", "refresh")
    #expect(try app.wait(for: "began", "refresh", times: 2).pid == pid)
    #expect(try daemon.waitForRuns(2, of: "refresh") == ["success", "success"])
  }

  @Test
  func `a daemon that is asked to end during a launch ends, and the next one finishes it`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(
      start: ["register refresh", "trace up", "pending"],
      ["refresh": ["complete true"]]
    )
    try daemon.simulateLaunch("refresh")
    #expect(try daemon.terminate() == .exited(0))
    #expect(try daemon.process?.wait() == .exited(0))
    try daemon.start()
    #expect(try daemon.tasks().map(\.task) == ["refresh"])
    if try daemon.history(of: "refresh").isEmpty { try daemon.simulateLaunch("refresh") }
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["success"])
    #expect(app.events("began").count == 1)
  }
}
