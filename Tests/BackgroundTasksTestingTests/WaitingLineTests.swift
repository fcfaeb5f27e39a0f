// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasksTesting
import Dispatch
import Testing

struct WaitingLineTests {
  /// Occupies a thread for good.
  private static func block(_ gate: DispatchSemaphore) { gate.wait() }

  @Test(arguments: [TaskPriority.high.rawValue, TaskPriority.background.rawValue])
  func `one stands in line behind the tasks of each priority`(priority: UInt8) async {
    // In a process of its own, as it takes all threads of a priority.
    await #expect(processExitsWith: .success) { [priority = priority as UInt8] in
      let gate = DispatchSemaphore(value: 0)
      for _ in 0..<1024 {
        Task.detached(priority: TaskPriority(rawValue: priority)) { Self.block(gate) }
      }
      #expect(await !WaitingLine.wait(atMost: .milliseconds(200)))
    }
  }

  @Test func `nobody is waited for when threads are free`() async {
    #expect(await WaitingLine.wait(atMost: .seconds(60)))
  }
}
