// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import Testing

// The app, as it ships.
enum Indexer {
  static let identifier = "com.example.indexer.rebuild"

  static func register(clock: any Clock<Duration> = ContinuousClock()) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      let work = Task {
        for _ in 0..<100 where !Task.isCancelled { try? await clock.sleep(for: .seconds(60)) }
        task.setTaskCompleted(success: !Task.isCancelled)
      }
      task.expirationHandler = { work.cancel() }
    }
  }
}

// Its test.
struct IndexerTests {
  @Test func `the index stops in time when the system wants it back`() async throws {
    let device = TestDevice(.phone)
    let clock = device.clock
    let app = device.install("com.example.indexer", permittedIdentifiers: [Indexer.identifier]) {
      Indexer.register(clock: clock)
    }
    try await app.perform {
      try await BGTaskScheduler.shared.submitTaskRequest(
        BGProcessingTaskRequest(identifier: Indexer.identifier)
      )
    }
    await app.leave()
    await device.setInUse(false)
    await device.advance(by: .seconds(3600))
    let run = try app.requireRun(of: Indexer.identifier)
    #expect(run.outcome == .expired)
    #expect(run.expirationReason == .timeExhausted)
    try device.verify()
  }
}
