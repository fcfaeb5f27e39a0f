// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// What the code of a task does each time that it is started.
package struct TaskScript: Hashable, Sendable {
  /// What happens when the task is asked back.
  package enum Expiry: Hashable, Sendable {
    /// The handler stops the work and completes with failure after so long.
    case completes(after: TimeSpan)

    /// A handler that completes nothing; the work goes on.
    case isIgnored

    /// No handler is set.
    case hasNoHandler
  }

  /// When and with what floor the task submits itself again.
  package struct Resubmission: Hashable, Sendable {
    /// At the start of a run; otherwise at its end.
    package var isAtStart: Bool

    /// The floor, from then on; `nil` means none.
    package var after: TimeSpan?

    /// Makes a plan.
    package init(isAtStart: Bool, after: TimeSpan? = nil) {
      self.isAtStart = isAtStart
      self.after = after
    }
  }

  /// How a continued task reports how far it is.
  package struct Pace: Hashable, Sendable {
    /// How often.
    package var interval: TimeSpan

    /// How much further each time, in millionths of the whole.
    package var step: Int

    /// Makes a pace.
    package init(interval: TimeSpan, step: Int) {
      self.interval = interval
      self.step = step
    }
  }

  /// Which kind of work it is.
  package var kind: TaskKind

  /// The conditions that its requests ask for.
  package var conditions: Conditions = []

  /// How long it works if left alone; `nil` if it never completes by itself.
  package var work: TimeSpan? = .seconds(1)

  /// What it reports at the end.
  package var success = true

  /// What happens when it is asked back.
  package var expiry = Expiry.completes(after: .seconds(1))

  /// How it submits itself again; `nil` if it does not.
  package var next: Resubmission?

  /// How it reports progress; `nil` if it does not.
  package var pace: Pace?

  /// On how many of its first runs the process dies when the handler is entered.
  package var crashes = 0

  /// Makes a task that works for a second and succeeds.
  package init(kind: TaskKind) {
    self.kind = kind
  }
}
