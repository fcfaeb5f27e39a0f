// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

/// What handlers do with their tasks, and what the device notices.
struct HandlerTests {
  @Test func `a handler that stops in time passes`() async throws {
    let device = TestDevice()
    let clock = device.clock
    let app = FeedApp(onCleaning: { task in
      let work = Task {
        try? await clock.sleep(for: .seconds(3600))
        task.setTaskCompleted(success: !Task.isCancelled)
      }
      task.expirationHandler = { work.cancel() }
    }).install(on: device)
    try await app.perform { try await FeedApp.submitCleaning() }
    try await app.launch(FeedApp.cleaning)
    let run = try await app.expire(FeedApp.cleaning)
    #expect(run.outcome == .expired)
    #expect(run.expirationReason == .user)
    try device.verify()
  }

  @Test func `a handler without an expiration handler fails, and the timeline tells why`()
    async throws
  {
    let device = TestDevice()
    let clock = device.clock
    let app = FeedApp(onCleaning: { task in
      Task {
        try? await clock.sleep(for: .seconds(3600))
        task.setTaskCompleted(success: true)
      }
    }).install(on: device)
    try await app.perform { try await FeedApp.submitCleaning() }
    await app.leave()
    await device.setInUse(false)
    #expect(app.runs(of: FeedApp.cleaning).count == 1)
    await device.advance(by: .seconds(601))
    #expect(try app.requireRun(of: FeedApp.cleaning).outcome == .expiredWithoutHandler)
    #expect(try app.requireRun(of: FeedApp.cleaning).expirationReason == .timeExhausted)
    #expect(device.problems.map(\.kind) == [.noExpirationHandler])
    await device.advance(by: .seconds(3600))
    #expect(device.problems.map(\.kind).contains(.workAfterEnd))
    let failure = #expect(throws: TestFailure.self) { try device.verify() }
    let text = try #require(failure?.localizedDescription)
    #expect(text.contains("set task.expirationHandler"))
    #expect(text.contains("\"com.example.feed.cleaning\" starts"))
    #expect(text.contains("asked back: timeExhausted"))
  }

  @Test func `a task that is not given back costs the process`() async throws {
    let device = TestDevice()
    let clock = device.clock
    let app = FeedApp(onCleaning: { task in
      task.expirationHandler = {}
      Task { try? await clock.sleep(for: .seconds(3600)) }
    }).install(on: device)
    try await app.perform { try await FeedApp.submitCleaning() }
    await app.leave()
    await device.setInUse(false)
    await device.advance(by: .seconds(620))
    #expect(try app.requireRun(of: FeedApp.cleaning).outcome == .killed)
    #expect(device.problems.map(\.kind) == [.notCompletedAfterExpiration])
  }

  @Test func `a second completion is noticed`() async throws {
    let device = TestDevice()
    let app = FeedApp(onRefresh: { task in
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: false)
    }).install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    let run = try await app.launch(FeedApp.refresh)
    #expect(run.outcome == .success)
    #expect(device.problems.map(\.kind) == [.completedTwice])
  }

  @Test func `a handler that forgets to submit again is noticed`() async throws {
    let device = TestDevice()
    let app = FeedApp().install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    try await app.launch(FeedApp.refresh)
    #expect(throws: TestFailure.self) { try app.requirePending(FeedApp.refresh) }
    let good = TestDevice()
    let other = FeedApp(onRefresh: { task in
      try? FeedApp.submitRefresh(after: 3600)
      task.setTaskCompleted(success: true)
    }).install(on: good)
    try await other.perform { try FeedApp.submitRefresh() }
    try await other.launch(FeedApp.refresh)
    try other.requirePending(FeedApp.refresh)
  }

  @Test func `a task that its app repeats must be submitted again, and verify says so`()
    async throws
  {
    let device = TestDevice()
    let app = FeedApp().install(on: device, repeating: [FeedApp.refresh])
    try device.verify()
    try await app.perform { try FeedApp.submitRefresh() }
    try device.verify()
    try await app.launch(FeedApp.refresh)
    #expect(device.problems.map(\.kind) == [.notSubmittedAgain])
    let failure = #expect(throws: TestFailure.self) { try device.verify() }
    #expect(failure?.description.contains("no next request was submitted") == true)
    try await app.perform { try FeedApp.submitRefresh() }
    try device.verify()
  }

  @Test func `work of a process that was quit goes with it`() async throws {
    let device = TestDevice()
    let clock = device.clock
    let steps = Box(0)
    let app = FeedApp(onCleaning: { task in
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      Task {
        try await clock.sleep(for: .seconds(60))
        steps.value += 1
        task.setTaskCompleted(success: true)
      }
    }).install(on: device)
    try await app.perform { try await FeedApp.submitCleaning() }
    try await app.launch(FeedApp.cleaning)
    await app.forceQuit()
    await device.advance(by: .seconds(3600))
    #expect(steps.value == 0)
    #expect(try app.requireRun(of: FeedApp.cleaning).endedAt != nil)
    try device.verify()
  }

  @Test func `asynchronous work is waited for, in real time`() async throws {
    let device = TestDevice(patience: .seconds(60))
    let app = FeedApp(onRefresh: { task in
      Task.detached {
        // Real work on another thread, which no virtual clock sees.
        let sum = (0..<200_000).reduce(0, &+)
        task.setTaskCompleted(success: sum > 0)
      }
    }).install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    #expect(try await app.launch(FeedApp.refresh).outcome == .success)
  }

  @Test func `code that does nothing that can be seen is given up after the patience`() async throws
  {
    let device = TestDevice(patience: .milliseconds(50))
    let kept = Box<[BGTask]>([])
    let app = FeedApp(onRefresh: { task in
      task.expirationHandler = {}
      kept.value.append(task)
    }).install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    let run = try await app.launch(FeedApp.refresh)
    #expect(run.outcome == nil)
    #expect(device.timeline.contains("still at work after"))
    #expect(device.problems.map(\.kind) == [.stillAtWork])
    #expect(kept.value.count == 1)
  }

  @Test func `what is launched or expired must be pending or running`() async throws {
    let device = TestDevice()
    let app = FeedApp().install(on: device)
    await app.open()
    await #expect(throws: TestFailure.self) { try await app.launch(FeedApp.refresh) }
    await #expect(throws: TestFailure.self) { try await app.expire(FeedApp.refresh) }
  }
}
