// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Values that one part of a test sends and another waits for, in order.
final class Signal<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let count = DispatchSemaphore(value: 0)

  func send(_ value: Value) {
    values.withLock { $0.append(value) }
    count.signal()
  }

  /// The next value; `nil` when none came in ten seconds, which fails the test that asked.
  func next() async -> Value? {
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
  var waiting: [Value] { values.withLock { $0 } }
}
