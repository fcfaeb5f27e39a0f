// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Foundation
import Synchronization
import Testing

@testable import BackgroundTasksTesting

/// What a device waits for, so that a test means the same each time.
struct WaitingTests {
  @Test(arguments: 0..<20)
  func `a submission with a completion handler has arrived when its caller is back`(
    number: Int
  )
    async throws
  {
    let device = TestDevice(.mains)
    let app = FeedApp(onRefresh: { task in
      BGTaskScheduler.shared.submitTaskRequest(
        BGProcessingTaskRequest(identifier: FeedApp.cleaning)
      ) { _ in }
      task.setTaskCompleted(success: true)
    }).install(on: device)
    await app.open()
    try await app.perform {
      BGTaskScheduler.shared.submitTaskRequest(
        BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
      ) { _ in }
    }
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success)
    #expect(app.pendingTasks == [FeedApp.cleaning], "\(device.timeline)")
  }

  @Test func `apps whose tasks start at the same moment take turns, in the same order each time`()
    async throws
  {
    var timelines: Set<String> = []
    for _ in 0..<10 {
      let device = TestDevice(.mains, patience: .seconds(60))
      let clock = device.clock
      let apps = ["c", "a", "b"].map { name in
        device.install(name, permittedIdentifiers: ["\(name).refresh"]) {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "\(name).refresh", using: nil) {
            task in
            Task {
              try await clock.sleep(for: .seconds(10))
              task.setTaskCompleted(success: true)
            }
          }
        }
      }
      for app in apps {
        try await app.perform {
          let request = BGAppRefreshTaskRequest(identifier: "\(app.bundleIdentifier).refresh")
          request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
          try BGTaskScheduler.shared.submit(request)
        }
      }
      await device.advance(by: .seconds(7200))
      for app in apps {
        let run = try app.requireRun(of: "\(app.bundleIdentifier).refresh")
        #expect(run.outcome == .success)
      }
      await device.reboot()
      timelines.insert(device.timeline)
    }
    #expect(timelines.count == 1, "\(timelines.joined(separator: "\n\n"))")
  }

  @Test func `a handler that blocks its queue until it is asked back gets its expiration`()
    async throws
  {
    let device = TestDevice(patience: .milliseconds(500))
    let app = FeedApp(onCleaning: { task in
      let asked = DispatchSemaphore(value: 0)
      task.expirationHandler = { asked.signal() }
      asked.wait()
      task.setTaskCompleted(success: false)
    }).install(on: device)
    try await app.perform { try await FeedApp.submitCleaning() }
    try await app.launch(FeedApp.cleaning)
    let run = try await app.expire(FeedApp.cleaning)
    #expect(run.outcome == .expired, "\(device.timeline)")
    #expect(device.problems.map(\.kind) == [.stillAtWork])
  }

  @Test func `an app launches on the main thread, as its own code may rely on`() async throws {
    let device = TestDevice(.mains)
    let launches = Box(0)
    let app = device.install(
      "com.example.delegate",
      permittedIdentifiers: [FeedApp.refresh]
    ) {
      _ = MainActor.assumeIsolated {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: .main) {
          $0.setTaskCompleted(success: true)
        }
      }
      launches.value += 1
    }
    try await app.perform { try FeedApp.submitRefresh() }
    #expect(launches.value == 1)
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success)
  }

  // MARK: - Code outside of handlers

  @Test(arguments: [1, 3])
  func `code outside of handlers is waited for when it wakes up`(times: Int) async throws {
    let device = TestDevice(.mains)
    let clock = device.clock
    let app = FeedApp().install(on: device)
    await app.open()
    try await app.perform {
      _ = Task {
        for _ in 0..<times {
          try await clock.sleep(for: .seconds(60))
          for _ in 0..<5 { await Task.yield() }
          try FeedApp.submitRefresh()
        }
      }
      // It is only then that time may pass.
      while device.core.state.withLock({ $0.sleepers.isEmpty }) {
        await Task.yield()
      }
    }
    let begin = device.now
    await device.advance(by: .seconds(200))
    let starts = app.runs(of: FeedApp.refresh).map { $0.startedAt.timeIntervalSince(begin) }
    #expect(starts == [60, 120, 180].prefix(times).map { $0 }, "\(device.timeline)")
  }

  // MARK: - Dates

  @Test func `a floor that the app made of the real clock is as far away on the device's`()
    async throws
  {
    let device = TestDevice(.mains)
    let app = FeedApp(onRefresh: { task in
      let request = BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      try? BGTaskScheduler.shared.submit(request)
      task.setTaskCompleted(success: true)
    }).install(on: device)
    let (floor, pending) = try await app.perform {
      let request = BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
      try BGTaskScheduler.shared.submit(request)
      let pending = await BGTaskScheduler.shared.pendingTaskRequests()
      return (request.earliestBeginDate, pending.map(\.earliestBeginDate))
    }
    #expect(pending == [floor])
    let begin = device.now
    await device.advance(by: .seconds(2 * 86_400))
    let starts = app.runs(of: FeedApp.refresh).map { $0.startedAt.timeIntervalSince(begin) }
    #expect(starts.prefix(4) == [900, 4500, 8100, 11_700])
    #expect(starts.count == 48)
    #expect(!device.timeline.contains("Framework"), "\(device.timeline)")
  }

  @Test func `a device may show the real date`() async throws {
    let device = TestDevice(.mains, startingAt: Date())
    let app = FeedApp().install(on: device)
    let begin = device.now
    await app.open()
    await device.advance(by: .seconds(8 * 3600))
    try await app.perform {
      let request = BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
      try BGTaskScheduler.shared.submit(request)
    }
    await device.advance(by: .seconds(3600))
    let start = try app.requireRun(of: FeedApp.refresh).startedAt
    #expect(abs(start.timeIntervalSince(begin) - (8 * 3600 + 900)) < 1)
  }
}
