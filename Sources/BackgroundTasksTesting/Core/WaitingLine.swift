// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Standing in line behind all tasks that wait for a thread.
package enum WaitingLine {
  /// Waits until tasks that were made before this moment have had a thread.
  ///
  /// On Linux each priority has threads of its own, so that a task of low priority does not queue
  /// behind those of the others; one stands in line at each.
  ///
  /// - Parameter patience: How long is waited for each priority at most, in real time.
  /// - Returns: Whether all had a thread by then.
  @discardableResult
  package static func wait(atMost patience: Duration) async -> Bool {
    let bells = [TaskPriority.high, .medium, .low, .background].map { priority in
      let bell = Bell()
      Task.detached(priority: priority) { bell.ring() }
      return bell
    }
    var isThrough = true
    for bell in bells where await !bell.wait(after: 0, atMost: patience) { isThrough = false }
    return isThrough
  }
}
