// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Lets calls through while the process is attached, and tells those that wait how it stands.
// Invariant for @unchecked: every variable is read and written with the condition locked.
final class AttachGate: @unchecked Sendable {
  private let condition = NSCondition()
  private var isAttached = false
  private var isClosed = false
  private var attachments = 0
  private var failures = 0
  private var problem = "it has not answered yet"

  /// How a wait ended.
  enum Answer {
    /// Attached; the number says which time.
    case attached(Int)
    case absent(String)
  }

  /// Waits until the process is attached.
  ///
  /// Before the first time, one fresh failure is enough to give up: there is no daemon. After it,
  /// the daemon is taken to be restarting, and the whole time is waited for.
  ///
  /// - Parameters:
  ///   - deadline: When to give up.
  ///   - previous: An attachment that turned out to be lost; only a later one counts.
  ///   - poke: Asks for an attempt now.
  /// - Returns: Which attachment it is, or why there is none.
  func wait(until deadline: Date, after previous: Int = 0, poke: () -> Void) -> Answer {
    condition.lock()
    defer { condition.unlock() }
    let failuresBefore = failures
    if !isAttached { poke() }
    while !(isAttached && attachments > previous) {
      if isClosed { return .absent("the connection was closed") }
      if attachments == 0, failures > failuresBefore { return .absent(problem) }
      guard condition.wait(until: deadline) else {
        return isAttached && attachments > previous
          ? .attached(attachments) : .absent(problem)
      }
    }
    return .attached(attachments)
  }

  /// Whether the process is attached now.
  var isOpen: Bool { locked { isAttached } }

  /// Whether there will be no further attempt.
  var isOver: Bool { locked { isClosed } }

  func attached() {
    locked {
      isAttached = true
      attachments += 1
      condition.broadcast()
    }
  }

  func failed(_ problem: String) {
    locked {
      isAttached = false
      failures += 1
      self.problem = problem
      condition.broadcast()
    }
  }

  func close() {
    locked {
      isClosed = true
      condition.broadcast()
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}
