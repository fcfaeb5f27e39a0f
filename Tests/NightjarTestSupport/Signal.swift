// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Values that one part of a test sends and another waits for, in order.
package final class Signal<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let count = DispatchSemaphore(value: 0)

  /// Makes a signal that nothing was sent to.
  package init() {}

  /// Sends a value.
  package func send(_ value: Value) {
    values.withLock { $0.append(value) }
    count.signal()
  }

  /// Waits for the next value.
  ///
  /// - Returns: The value; `nil` when none came in ten seconds, which fails the test that asked.
  package func next() async -> Value? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        guard self.count.wait(timeout: .now() + 10) == .success else {
          continuation.resume(returning: nil)
          return
        }
        continuation.resume(returning: self.values.withLock { $0.removeFirst() })
      }
    }
  }

  /// What was sent and not yet taken.
  package var waiting: [Value] { values.withLock { $0 } }
}
