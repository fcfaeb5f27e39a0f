// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

/// Runs tests that wait for other processes on threads of their own, so that the few threads of the
/// concurrency runtime stay free for everyone else's tests.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The trait is asked once for a suite and once for each of its tests.
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(QueueExecutor(name: test.name)) {
      try await function()
    }
  }
}

extension Trait where Self == OwnThread {
  /// The test waits for processes.
  static var ownThread: OwnThread { OwnThread() }
}

private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(name: String) {
    queue = DispatchQueue(label: name)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
