// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import XCTest

/// The same from XCTest, whose tests begin on the main thread.
final class XCTestTests: XCTestCase {
  func testAHandlerOnTheMainQueueIsWaitedFor() async throws {
    let device = TestDevice(.mains)
    let app = device.install(
      "com.example.main",
      permittedIdentifiers: ["com.example.main.refresh"]
    ) {
      BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "com.example.main.refresh",
        using: .main
      ) { task in
        dispatchPrecondition(condition: .onQueue(.main))
        task.setTaskCompleted(success: true)
      }
    }
    try await app.perform {
      try BGTaskScheduler.shared.submit(
        BGAppRefreshTaskRequest(identifier: "com.example.main.refresh")
      )
    }
    XCTAssertEqual(try app.requireRun(of: "com.example.main.refresh").outcome, .success)
    XCTAssertNoThrow(try device.verify())
  }
}
