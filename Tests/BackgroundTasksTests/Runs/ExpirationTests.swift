// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Dispatch
import Glibc
import NightjarClient
import NightjarModel
import NightjarTestSupport
import Synchronization
import Testing

struct ExpirationTests {
  private let app = VirtualApp()
  private let tasks = Signal<BGTask>()

  private func start(_ run: Int64, _ kind: TaskKind = .refresh) async throws -> BGTask {
    if app.system.state.withLock(\.finishedLaunches) == 0 {
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { [tasks] in
        tasks.send($0)
      }
      app.runtime.finishLaunching()
    }
    app.deliver(run, VirtualApp.refresh, kind)
    return try #require(await tasks.next())
  }

  @Test func `compatibility 31: the handler is called once, and reads nil afterwards`()
    async throws
  {
    let task = try await start(1)
    let called = Signal<Bool>()
    task.expirationHandler = { called.send(task.expirationHandler == nil) }
    #expect(task.expirationHandler != nil)
    #expect(task.expirationReason == nil)
    app.expire(1)
    app.expire(1)
    #expect(await called.next() == true)
    #expect(task.expirationHandler == nil)
    #expect(task.expirationReason == .timeExhausted)
    task.setTaskCompleted(success: false)
    #expect(await app.system.reports.next() == "answer 1 true")
    #expect(await app.system.reports.next() == "complete 1 false")
    #expect(called.waiting.isEmpty)
    #expect(app.system.reports.waiting.isEmpty)
  }

  @Test func `compatibility 31: the handler reads nil after a normal completion`() async throws {
    let task = try await start(1)
    task.expirationHandler = { Issue.record("called after completion") }
    task.setTaskCompleted(success: true)
    #expect(task.expirationHandler == nil)
    app.expire(1)
    #expect(task.expirationReason == nil)
  }

  @Test func `compatibility 32: without a handler the task is over, and the log says so`()
    async throws
  {
    let task = try await start(1)
    app.expire(1)
    #expect(await app.system.reports.next() == "answer 1 false")
    #expect(
      app.log.last
        == "[BackgroundTasks:Framework] \"org.example.app.refresh\" expired without an expiration "
        + "handler; completed with success 0"
    )
    task.setTaskCompleted(success: true)
    #expect(app.completions(of: 1).isEmpty, "it counts as completed already")
    #expect(
      app.log.last
        == "[BackgroundTasks:Framework] \"org.example.app.refresh\" was completed again with "
        + "success 1; the first result stands"
    )
  }

  /// In a process of its own, since a main queue that is blocked holds up every other test.
  @Test func `compatibility 34: the handler runs while the launch handler and main are blocked`()
    async
  {
    await #expect(processExitsWith: .exitCode(34)) {
      let app = VirtualApp()
      let entered = Signal<Bool>()
      let release = DispatchSemaphore(value: 0)
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: .main) { task in
        task.expirationHandler = { release.signal() }
        entered.send(true)
        release.wait()
        task.setTaskCompleted(success: false)
      }
      app.runtime.finishLaunching()
      app.deliver(1, VirtualApp.refresh)
      try #require(await entered.next() == true)
      app.expire(1)
      try #require(await app.system.reports.next() == "answer 1 true")
      try #require(await app.system.reports.next() == "complete 1 false")
      exit(34)
    }
  }

  @Test func `compatibility 36: a handler that is set after the expiry is never called`()
    async throws
  {
    let task = try await start(1)
    app.expire(1)
    #expect(await app.system.reports.next() == "answer 1 false")
    task.expirationHandler = { Issue.record("called") }
    #expect(task.expirationHandler == nil)

    let second = try await start(2)
    let called = Signal<Bool>()
    second.expirationHandler = { called.send(true) }
    app.expire(2)
    #expect(await called.next() == true)
    second.expirationHandler = { Issue.record("called") }
    #expect(second.expirationHandler == nil)
    app.expire(2)
    second.setTaskCompleted(success: false)
    #expect(await app.system.reports.next() == "answer 2 true")
    #expect(await app.system.reports.next() == "complete 2 false")
  }

  @Test func `compatibility 37: several tasks expire in the order in which they are asked back`()
    async throws
  {
    let order = Signal<Int>()
    for run in 1...3 {
      let task = try await start(Int64(run))
      task.expirationHandler = { order.send(run) }
    }
    for run in 1...3 { app.expire(Int64(run)) }
    for run in 1...3 { #expect(await order.next() == run) }
  }

  @Test func `compatibility 44: the reason tells a user's stop from the system's`() async throws {
    let reasons: [(String, BGTask.ExpirationReason)] = [
      ("user", .user), ("stalled", .stalled), ("pressure", .pressure),
      ("switchedOff", .switchedOff), ("conditionLost.network", .conditionLost(.network)),
    ]
    for (index, (word, reason)) in reasons.enumerated() {
      let task = try await start(Int64(index), .continued)
      let called = Signal<BGTask.ExpirationReason?>()
      task.expirationHandler = { called.send(task.expirationReason) }
      app.expire(Int64(index), reason: word)
      #expect(await called.next() == .some(reason))
    }
    #expect(BGTask.ExpirationReason.conditionLost(.idle).lostCondition == .idle)
    #expect(BGTask.ExpirationReason.user.lostCondition == nil)
  }

  @Test func `compatibility 45: a task that is withdrawn is silent, and so are its remains`()
    async throws
  {
    let task = try await start(1, .continued)
    task.expirationHandler = { Issue.record("called") }
    app.system.tell(.withdraw(RunNumber(rawValue: 1)))
    app.expire(1)
    let other = try await start(2)
    #expect(task.expirationHandler == nil)
    task.setTaskCompleted(success: true)
    #expect(app.completions(of: 1).isEmpty)
    #expect(!app.log.contains { $0.contains("completed again") })
    other.setTaskCompleted(success: true)
  }

  @Test func `compatibility 45: a new title reads back until the task has ended`() async throws {
    let task = try #require(try await start(1, .continued) as? BGContinuedProcessingTask)
    #expect(task.title == "Title" && task.subtitle == "Subtitle")
    task.updateTitle("New", subtitle: "Words")
    #expect(task.title == "New" && task.subtitle == "Words")
    task.progress.totalUnitCount = 10
    task.progress.completedUnitCount = 5
    #expect(task.progress.fractionCompleted == 0.5)
    #expect((task as any ProgressReporting).progress === task.progress)
    task.setTaskCompleted(success: true)
    task.updateTitle("Late", subtitle: "Words")
    #expect(task.title == "New")
  }

  @Test func `a task that expires before its handler was entered is over`() async throws {
    let queue = DispatchQueue(label: "org.example.blocked")
    queue.suspend()
    app.scheduler.register(forTaskWithIdentifier: VirtualApp.process, using: queue) { _ in
      Issue.record("entered after it had expired")
    }
    app.runtime.finishLaunching()
    app.deliver(1, VirtualApp.process, .processing)
    app.expire(1)
    #expect(await app.system.reports.next() == "answer 1 false")
    queue.resume()
    queue.sync {}
  }

  @Test func `what an expiration handler holds is let go with the task`() async throws {
    final class Held: Sendable {}
    let task = try await start(1)
    weak var seen: Held?
    do {
      let held = Held()
      seen = held
      task.expirationHandler = { withExtendedLifetime(held) {} }
    }
    #expect(seen != nil)
    task.setTaskCompleted(success: true)
    #expect(seen == nil)
  }
}
