// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import Testing

// What the app calls while it launches.
func registerTidying(clock: any Clock<Duration> = ContinuousClock()) {
  BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.tidy", using: nil) { task in
    let work = Task {
      try? await clock.sleep(for: .seconds(3600))  // an hour's work
      task.setTaskCompleted(success: !Task.isCancelled)
    }
    task.expirationHandler = { work.cancel() }  // without this line the test fails
  }
}

@Test func `tidying stops when the system wants its time back`() async throws {
  let device = TestDevice()
  let clock = device.clock
  let app = device.install("com.example", permittedIdentifiers: ["com.example.tidy"]) {
    registerTidying(clock: clock)
  }
  try await app.perform {
    let request = BGProcessingTaskRequest(identifier: "com.example.tidy")
    try await BGTaskScheduler.shared.submitTaskRequest(request)
  }
  try await app.launch("com.example.tidy")
  let run = try await app.expire("com.example.tidy")
  #expect(run.outcome == .expired)
  try device.verify()
}
