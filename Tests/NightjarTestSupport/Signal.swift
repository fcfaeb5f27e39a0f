// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Values that one part of a test sends and another waits for, in order.
///
/// Waiting blocks no thread: tests run side by side on the few threads that the machine has.
package final class Signal<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiters: [(number: Int, continuation: CheckedContinuation<Value?, Never>)] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Makes a signal that nothing was sent to.
  package init() {}

  /// Sends a value.
  package func send(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard !state.waiters.isEmpty else {
        state.values.append(value)
        return nil
      }
      return state.waiters.removeFirst().continuation
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the next value.
  ///
  /// - Returns: The value; `nil` when none came in 30 seconds, which fails the test that asked.
  package func next() async -> Value? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Answer in
        guard state.values.isEmpty else { return .value(state.values.removeFirst()) }
        state.lastNumber += 1
        state.waiters.append((state.lastNumber, continuation))
        return .later(state.lastNumber)
      }
      switch answer {
      case .value(let value): continuation.resume(returning: value)
      case .later(let number):
        DispatchQueue.global().asyncAfter(deadline: .now() + 30) { self.giveUp(number) }
      }
    }
  }

  /// What was sent and not yet taken.
  package var waiting: [Value] { state.withLock { $0.values } }

  private enum Answer {
    case value(Value)
    case later(Int)
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.waiters.remove(at: index).continuation
    }
    waiter?.resume(returning: nil)
  }
}
