// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Wakes those who wait for a change, once each.
final class Bell: Sendable {
  private struct State {
    var rings = 0
    var last = 0
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())

  /// How often it has rung.
  var rings: Int { state.withLock { $0.rings } }

  func ring() {
    let waiting = state.withLock { state in
      state.rings += 1
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: true) }
  }

  /// Waits until it has rung more often than that.
  ///
  /// - Returns: False when it did not ring for so long.
  func wait(after rings: Int, atMost patience: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard state.rings == rings else { return nil }
        state.last += 1
        state.waiting[state.last] = continuation
        return state.last
      }
      guard let number else { return continuation.resume(returning: true) }
      let (seconds, attoseconds) = patience.components
      let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
        let continuation = self.state.withLock { $0.waiting.removeValue(forKey: number) }
        continuation?.resume(returning: false)
      }
    }
  }
}
