// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct ActivityTests {
  private let daemon: RunningDaemon
  private let app: TestApp

  init() throws {
    daemon = try RunningDaemon()
    app = try TestApp(in: daemon)
    try app.describe(permitted: ["export"])
  }

  /// Starts a continued task that goes on until it is taken back.
  private func begin() throws -> ChildProcess {
    try app.does(
      start: ["register export", "submit continued export"],
      ["export": ["onExpiration trace cleaned,complete false", "trace ready"]]
    )
    let process = try app.start()
    try app.wait(for: "ready")
    return process
  }

  private func items() throws -> [ActivityInterface.Item] {
    try daemon.call(ActivityInterface.Watch.self, .init()).items
  }

  @Test func `what the user cancels is taken back, cleaned up and shown as that`() throws {
    let process = try begin()
    let running = try #require(try items().first)
    #expect([running.title, running.subtitle, running.state] == ["Title", "Subtitle", "running"])
    let stream = try daemon.connect().stream(ActivityInterface.Watch.self, .init())
    defer { stream.close() }
    try daemon.call(
      ActivityInterface.Cancel.self,
      .init(app: running.app, task: running.task)
    )
    try app.wait(for: "cleaned")
    var last: ActivityInterface.Item?
    repeat {
      last = try stream.next(timeout: .seconds(20))?.items.first
    } while last != nil && last?.endedAt == nil
    #expect(last?.state == "expired")
    #expect(last?.outcome == "expired")
    #expect(last?.expirationReason == "user")
    #expect(process.isAlive)
    #expect(throws: WireError.self) {
      try daemon.call(
        ActivityInterface.Cancel.self,
        .init(app: running.app, task: running.task)
      )
    }
  }

  @Test func `an app that is killed has failed, and a new daemon still says so`() throws {
    let process = try begin()
    process.send(9)
    try daemon.waitForRuns(1, of: "export")
    #expect(try items().map(\.state) == ["crashed"])
    try daemon.kill()
    try daemon.start()
    let item = try #require(try items().first)
    #expect([item.task, item.state, item.outcome] == ["export", "crashed", "crashed"])
  }
}
