// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a continued task says of how far it is (4.6).
package struct TaskProgress: Hashable, Sendable {
  /// `completedUnitCount`.
  package var completed: Int64

  /// `totalUnitCount`.
  package var total: Int64

  /// `fractionCompleted` in millionths, child progresses included.
  package var millionths: Int

  /// Makes a report.
  package init(completed: Int64, total: Int64, millionths: Int) {
    self.completed = completed
    self.total = total
    self.millionths = millionths
  }
}
