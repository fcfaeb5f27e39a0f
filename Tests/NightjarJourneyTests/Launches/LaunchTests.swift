// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct LaunchTests {
  private static let policy =
    "launchTime=1500ms,killDelay=300ms,crashDelay=60000ms,launchDelay=60000ms"

  /// A daemon, and an app with one request that waits.
  private func makeWaitingApp() throws -> (RunningDaemon, TestApp) {
    let daemon = try RunningDaemon(policy: Self.policy)
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    return (daemon, app)
  }

  @Test(arguments: [["hang"], ["pending", "hang"]])
  func `an app that hangs before its launch is over is ended, and its request waits`(
    start: [String]
  ) throws {
    let (daemon, app) = try makeWaitingApp()
    try app.does(start: ["trace up"] + start)
    try daemon.simulateLaunch("refresh")
    let pid = try app.wait(for: "up").pid
    try daemon.wait(for: "a reason") { tasks in
      tasks.first?.reasons.contains { $0.reason == "crashedRecently" } == true ? true : nil
    }
    try daemon.waitForApp(app.identifier, toBe: "notRunning")
    #expect(!isAlive(pid))
    #expect(daemon.log.contains("its launch was not over within"))
    #expect(try daemon.tasks().map(\.state) == ["pending"])
  }

  @Test
  func `an app that registers nothing dies of its first task`() throws {
    let (daemon, app) = try makeWaitingApp()
    try app.does(start: ["pending"])
    try daemon.simulateLaunch("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["crashed"])
    #expect(app.output.contains("no launch handler is registered"))
  }

  @Test
  func `an app that never uses the scheduler is ended`() throws {
    let (daemon, app) = try makeWaitingApp()
    try app.does(start: [])
    try daemon.simulateLaunch("refresh")
    let pid = try app.wait(for: "started", times: 2).pid
    try daemon.waitForApp(app.identifier, toBe: "notRunning")
    #expect(!isAlive(pid))
    #expect(try daemon.tasks().map(\.state) == ["pending"])
  }

  @Test
  func `an app that exits at once keeps its request and is tried again later`() throws {
    let (daemon, app) = try makeWaitingApp()
    try app.does(start: ["exit 7"])
    try daemon.simulateLaunch("refresh")
    try daemon.wait(for: "a reason") { tasks in
      tasks.first?.reasons.contains { $0.reason == "crashedRecently" } == true ? true : nil
    }
    #expect(daemon.log.contains("it ended before its launch was over (exit code 7)"))
  }

  @Test
  func `what an app leaves running is ended after it`() throws {
    let (daemon, app) = try makeWaitingApp()
    try app.does(start: ["register refresh", "fork"], ["refresh": ["complete true", "exit 0"]])
    try daemon.simulateLaunch("refresh")
    let child = try #require(Int32(try app.wait(for: "forked").value ?? ""))
    try daemon.waitForApp(app.identifier, toBe: "notRunning")
    try daemon.loop.wait(for: "the child's end") { isAlive(child) ? nil : true }
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["success"])
  }

  @Test
  func `a missing executable is told with its path, and the app is tried again`() throws {
    let daemon = try RunningDaemon(policy: "launchDelay=100ms")
    let app = try TestApp(in: daemon)
    app.executable = "\(app.folder)/program"
    try app.install()
    try app.submit("refresh", "refresh")
    let reason = try daemon.wait(for: "a reason") { tasks in
      tasks.first?.reasons.first { $0.reason == "launchFailed" }
    }
    #expect(reason.clearsAt != nil)
    #expect(daemon.log.contains("the executable \(app.folder)/program is not there"))

    try app.does(start: ["register refresh"], ["refresh": ["complete true"]])
    try app.placeProgram(at: "\(app.folder)/program")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["success"])
  }

  @Test
  func `a file that is not executable is told with its remedy`() throws {
    let daemon = try RunningDaemon(policy: Self.policy)
    let app = try TestApp(in: daemon)
    app.executable = "\(app.folder)/Info.plist"
    try app.install()
    try app.submit("refresh", "refresh")
    try daemon.wait(for: "a reason") { tasks in
      tasks.first?.reasons.first { $0.reason == "launchFailed" }
    }
    #expect(daemon.log.contains("chmod +x"))
  }

  @Test
  func `an executable that is replaced while it runs is the new one at the next launch`() throws {
    let daemon = try RunningDaemon(policy: Self.policy)
    let app = try TestApp(in: daemon)
    let program = "\(app.folder)/program"
    app.executable = program
    try app.placeProgram(at: program)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(start: ["register refresh"], ["refresh": ["trace up"]])
    try daemon.simulateLaunch("refresh")
    try app.wait(for: "up")

    // As an installer does it: the running file stays what it is.
    try app.placeScript("exit 3", at: "\(program).new")
    try #require(rename("\(program).new", program) == 0)
    try daemon.simulateExpiration("refresh")
    #expect(try daemon.waitForRuns(1, of: "refresh") == ["expiredWithoutHandler"])
    try daemon.call(AppsInterface.Quit.self, .init(app: app.identifier))
    try daemon.waitForApp(app.identifier, toBe: "notRunning")

    try app.submit("processing", "index")
    try daemon.wait(for: "a reason") { tasks in
      tasks.last?.reasons.contains { $0.reason == "crashedRecently" } == true ? true : nil
    }
    #expect(daemon.log.contains("exit code 3"))
  }
}
