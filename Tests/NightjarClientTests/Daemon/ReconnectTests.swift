// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import NightjarModel
import NightjarSystem
import NightjarTestSupport
import NightjarWire
import Synchronization
import Testing

struct ReconnectTests {
  @Test func `a daemon that starts later is found without being asked for`() async throws {
    let app = try AppAtSocket()
    #expect(throws: SubmissionError.self) { try app.submit("task") }
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(await daemon.calls.next() == "attach foreground - []")
  }

  @Test func `after a restart the app comes back with its runs and its unheard reports`()
    async throws
  {
    let app = try AppAtSocket()
    let first = try FakeDaemon(path: app.path)
    #expect(await first.calls.next() == "attach foreground - []")
    app.system.finishLaunching()
    #expect(await first.calls.next() == "finishLaunching")
    first.deliver(1)
    first.deliver(2)
    #expect(await app.events.next() != nil)
    #expect(await app.events.next() != nil)
    first.behaviour.withLock { $0.acknowledgesReports = false }
    app.system.complete(RunNumber(rawValue: 1), success: true)
    #expect(await first.calls.next() == "complete 1 true")
    first.stop()

    let second = try FakeDaemon(path: app.path)
    #expect(await second.calls.next() == "attach foreground - [1, 2]")
    #expect(await second.calls.next() == "finishLaunching")
    #expect(await second.calls.next() == "complete 1 true")
    second.deliver(2)
    second.deliver(3)
    guard case .deliver(let delivery) = await app.events.next() else {
      Issue.record("nothing was delivered")
      return
    }
    #expect(delivery.run.rawValue == 3, "run 2 is in the app's hands already")
    app.system.answerExpiration(of: RunNumber(rawValue: 2), hadHandler: false)
    #expect(await second.calls.next() == "answer 2 false")
    second.stop()

    let third = try FakeDaemon(path: app.path)
    defer { third.stop() }
    #expect(await third.calls.next() == "attach foreground - [3]")
  }

  @Test func `a submission that meets a restart is made again`() async throws {
    let app = try AppAtSocket()
    let first = try FakeDaemon(path: app.path)
    #expect(await first.calls.next() != nil)
    #expect(try !app.submit("one"))
    first.stop()
    let path = app.path
    let started = Signal<FakeDaemon>()
    // Not a task: the submission below blocks one of the few threads that tasks share.
    Thread.detachNewThread {
      do {
        started.send(try FakeDaemon(path: path))
      } catch {
        Issue.record(error)
      }
    }
    #expect(try !app.submit("two"))
    let daemon = try #require(await started.next())
    defer { daemon.stop() }
    #expect(await daemon.calls.next() == "attach foreground - []")
    #expect(await daemon.calls.next() == "submit two")
  }

  @Test func `the foreground of the moment is told on attaching`() async throws {
    let app = try AppAtSocket()
    app.system.setForeground(false)
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(await daemon.calls.next() == "attach background - []")
    app.system.setForeground(true)
    #expect(await daemon.calls.next() == "foreground")
  }

  @Test func `a started process attaches over the socket that it was handed`() async throws {
    let (ours, theirs) = try UnixSocket.pair()
    let environment = ["NIGHTJAR_LAUNCH": "token", "NIGHTJAR_LAUNCH_FD": "\(ours)"]
    let app = try AppAtSocket(environment, isAttached: false)
    let daemon = try FakeDaemon(path: app.path, adopting: theirs)
    app.attach()
    #expect(await daemon.calls.next() == "attach background token []")
    daemon.stop()
    let second = try FakeDaemon(path: app.path)
    defer { second.stop() }
    #expect(await second.calls.next() == "attach background token []")
  }

  @Test func `a number that is no socket any more is left alone`() async throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null"))
    let environment = [
      "NIGHTJAR_LAUNCH": "token", "NIGHTJAR_LAUNCH_FD": "\(file.fileDescriptor)",
      "NIGHTJAR_LAUNCH_STATE": "foreground",
    ]
    let app = try AppAtSocket(environment)
    let daemon = try FakeDaemon(path: app.path)
    defer { daemon.stop() }
    #expect(await daemon.calls.next() == "attach foreground token []")
    #expect(try file.read(upToCount: 1)?.count ?? 0 == 0)
  }
}
