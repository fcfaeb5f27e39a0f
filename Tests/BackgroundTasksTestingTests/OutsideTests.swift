// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import Dispatch
import Foundation
import Testing

/// Code of an app that Swift's task locals do not reach.
struct OutsideTests {
  @Test func `on one device any thread finds the scheduler, also after a reboot`() async {
    await #expect(processExitsWith: .success) {
      let device = TestDevice(.mains)
      let clock = device.clock
      let app = FeedApp(
        onRefresh: { task in
          DispatchQueue.global().async {
            try? FeedApp.submitRefresh(after: 7200)
            task.setTaskCompleted(success: true)
          }
        },
        // What this leaves behind holds the scheduler of a process that has ended.
        onCleaning: { _ in Task { try await clock.sleep(for: .seconds(86_400)) } }
      ).install(on: device)
      try await app.perform {
        try FeedApp.submitRefresh(after: 3600)
        try await FeedApp.submitCleaning()
      }
      try await app.launch(FeedApp.cleaning)
      await device.reboot()
      await device.advance(by: .seconds(3600))
      #expect(app.runs(of: FeedApp.refresh).map(\.outcome) == [.success])
      #expect(app.runs(of: FeedApp.cleaning).map(\.outcome) == [.crashed])
      #expect(app.pendingTasks.contains(FeedApp.refresh))
      try device.verify()
    }
  }

  @Test func `beside a device and outside of its apps it ends the test with what to do`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let device = TestDevice(.mains)
      _ = FeedApp().install(on: device)
      try FeedApp.submitRefresh()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("app.perform"), "\(text)")
  }

  @Test func `on one of several devices it ends the test with what to do`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let other = TestDevice(.mains)
      await FeedApp().install(on: other).open()
      let device = TestDevice(.mains)
      let app = FeedApp(onRefresh: { _ in
        DispatchQueue.global().async { try? FeedApp.submitRefresh() }
      }).install(on: device)
      try await app.perform { try FeedApp.submitRefresh() }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("cannot be told to belong to one of 2 virtual apps"), "\(text)")
    #expect(text.contains("Ask for it before the code leaves the handler"))
  }

  @Test func `code that was taken along works beside other devices`() async throws {
    let others = [TestDevice(.mains), TestDevice(.mains)]
    for other in others { await FeedApp().install(on: other).open() }
    let device = TestDevice(.mains)
    let app = FeedApp(onRefresh: { task in
      let scheduler = BGTaskScheduler.shared
      DispatchQueue.global().async {
        let request = BGProcessingTaskRequest(identifier: FeedApp.cleaning)
        scheduler.submitTaskRequest(request) { error in
          task.setTaskCompleted(success: error == nil)
        }
      }
    }).install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success)
    #expect(app.pendingTasks == [FeedApp.cleaning])
    for other in others { #expect(!other.timeline.contains("submitted")) }
  }
}
