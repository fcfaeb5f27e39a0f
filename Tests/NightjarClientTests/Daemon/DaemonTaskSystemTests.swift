// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import NightjarModel
import NightjarSystem
import NightjarTestSupport
import NightjarWire
import Synchronization
import Testing

struct DaemonTaskSystemTests {
  @Test func `an app attaches in front and its calls reach the daemon`() async throws {
    let app = try AppAtSocket()
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(await daemon.calls.next() == "attach foreground - []")
    #expect(try !app.submit("task"))
    #expect(await daemon.calls.next() == "submit task")
    #expect(try app.submit("again"))
    #expect(await daemon.calls.next() == "submit again")
    try app.system.cancel(app.key("task"))
    #expect(await daemon.calls.next() == "cancel task")
    try app.system.cancelAll(of: AppAtSocket.identifier)
    #expect(await daemon.calls.next() == "cancelAll")
    app.system.finishLaunching()
    #expect(await daemon.calls.next() == "finishLaunching")
    app.system.setForeground(false)
    #expect(await daemon.calls.next() == "background")
  }

  @Test func `a call that comes before the app is attached waits for it`() async throws {
    let app = try AppAtSocket(isAttached: false)
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    app.attach()
    #expect(try !app.submit("task"))
    #expect(await daemon.calls.next() == "attach foreground - []")
    #expect(await daemon.calls.next() == "submit task")
  }

  @Test func `the daemon's refusal reaches the app with its facts`() async throws {
    let app = try AppAtSocket()
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    let facts: [String: FactValue] = [
      "Pending Limit": .number(1), "Pending Identifiers": .texts(["a"]), "Reason": .text("r"),
    ]
    daemon.behaviour.withLock {
      $0.refusal = .init(code: 2, message: "too many", facts: facts)
    }
    let error = try #require(throws: SubmissionError.self) { try app.submit("task") }
    #expect(error.code == .tooManyPendingTaskRequests)
    #expect(error.message == "too many")
    #expect(
      error.facts == [
        "Pending Limit": .number(1), "Pending Identifiers": .texts(["a"]), "Reason": .text("r"),
      ]
    )
  }

  @Test func `the pending list keeps its order and its properties`() throws {
    let app = try AppAtSocket()
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    let requests = [
      TaskRequest(key: app.key("b"), kind: .processing, conditions: [.network, .externalPower]),
      TaskRequest(
        key: app.key("a"),
        kind: .continued,
        continued: ContinuedDetails(title: "T", subtitle: "S", strategy: .fail, resources: 1)
      ),
    ]
    daemon.behaviour.withLock {
      $0.pending = requests.map {
        .init(
          PendingRequest(
            request: $0,
            number: SubmissionNumber(rawValue: 1),
            submittedAt: WallTime(nanoseconds: 0)
          )
        )
      }
    }
    #expect(try app.system.pending(of: AppAtSocket.identifier) == requests)
  }

  @Test(arguments: ["notPending", "running"])
  func `a refused simulation is an answer, not an error`(reason: String) throws {
    let app = try AppAtSocket()
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(try app.system.simulateLaunch(app.key("a")) == .done)
    daemon.behaviour.withLock {
      $0.simulation = .init(identifier: "a", reason: reason, message: "no")
    }
    #expect(try app.system.simulateLaunch(app.key("a")).rawValue == reason)
    #expect(try app.system.simulateExpiration(app.key("a")) == .notRunning)
  }

  @Test func `what the daemon says reaches the app in order`() async throws {
    let app = try AppAtSocket()
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(await daemon.calls.next() != nil)
    let run = RunNumber(rawValue: 7)
    daemon.deliver(7, "task", kind: "processing")
    daemon.tell(.expire(.init(run: 7, reason: "newerReason", milliseconds: 5000)))
    daemon.tell(.withdraw(run: 7))
    daemon.tell(
      .environment(
        .init(
          lowPowerMode: true,
          backgroundRefresh: "denied",
          thermalState: "fair",
          resources: 1
        )
      )
    )
    #expect(
      await app.events.next()
        == .deliver(
          Delivery(run: run, identifier: TaskIdentifier("task"), kind: .processing)
        )
    )
    #expect(await app.events.next() == .expire(run, reason: "newerReason"))
    #expect(await app.events.next() == .withdraw(run))
    #expect(
      await app.events.next()
        == .environment(
          AppEnvironment(
            isLowPower: true,
            backgroundRefresh: "denied",
            thermalState: "fair",
            resources: 1
          )
        )
    )
  }

  @Test func `a kind of work from a newer daemon is completed without success`() async throws {
    let app = try AppAtSocket()
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(await daemon.calls.next() != nil)
    daemon.deliver(3, kind: "telepathy")
    #expect(await daemon.calls.next() == "complete 3 false")
    #expect(app.events.waiting.isEmpty)
  }

  @Test func `compatibility 18: without a daemon a submission fails at once`() throws {
    let app = try AppAtSocket()
    let start = ContinuousClock.now
    let error = try #require(throws: SubmissionError.self) { try app.submit("task") }
    #expect(ContinuousClock.now - start < .seconds(2))
    #expect(error.code == .unavailable)
    #expect(error.facts == ["Reason": .text("daemon")])
  }

  @Test func `compatibility 18: a silent daemon makes a submission fail in two seconds`()
    async throws
  {
    let app = try AppAtSocket()
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(await daemon.calls.next() != nil)
    daemon.behaviour.withLock { $0.isSilent = true }
    let start = ContinuousClock.now
    let error = try #require(throws: SubmissionError.self) { try app.submit("task") }
    let took = ContinuousClock.now - start
    #expect(took > .seconds(1.5) && took < .seconds(3))
    #expect(error.facts == ["Reason": .text("daemon")])
    daemon.behaviour.withLock { $0.isSilent = false }
    #expect(try !app.submit("task"))
  }
}
