// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Something that must be true of a scenario, once it was played.
package struct Expectation: Hashable, Sendable {
  /// What must be true.
  package var claim: Claim

  /// What the file says about it.
  package var note: String?

  /// The task or app that it is about, to show what happened to it.
  package var subject: String?
}

/// What can be claimed; each is a bound, so that every correct policy meets it.
package enum Claim: Hashable, Sendable {
  /// A task starts so often.
  case runs(task: String, Bounds, Window)

  /// No start of a task lies before.
  case notBefore(task: String, at: TimeSpan?, wall: WallTime?)

  /// Consecutive starts of a task are that far apart.
  case taskSpacing(task: String, atLeast: TimeSpan)

  /// Consecutive pushes to an app are that far apart.
  case pushSpacing(app: String, atLeast: TimeSpan)

  /// A submission had one of these results.
  case submitted(label: String, results: [ResultWord])

  /// Exactly these requests, or so many, are pending.
  case pending(app: String, at: TimeSpan, tasks: [String]?, count: Int?)

  /// A run ended in one of these ways, so long after its start.
  case ended(task: String, run: Int, ways: [EndWord], least: TimeSpan?, most: TimeSpan?)

  /// An expiration handler was called so often.
  case expirationCalls(task: String, Bounds)

  /// The system ended the app's process so often.
  case killed(app: String, Bounds, Window)

  /// The app was woken so often.
  case wakes(app: String, WakeCause, Bounds, Window)

  /// So many pushes were handed over, all of them of these.
  case delivered(app: String, Bounds, Window, only: [String]?)

  /// A transfer got so far, and began within so long.
  case transfer(identifier: String, TransferWord, startsWithin: TimeSpan?)

  /// The waits of a session's first transfers from the background grow by a factor.
  case waitsGrow(session: String, by: Double, count: Int)

  /// What matches the second pattern comes after what matches the first.
  case order(first: [String: JSONValue], then: [String: JSONValue])

  /// At a moment, a pending task is held for these reasons and not for those.
  case why(task: String, at: TimeSpan, mentions: [String], not: [String])
}

/// How many there may be.
package struct Bounds: Hashable, Sendable {
  /// At least so many.
  package var least: Int?

  /// At most so many.
  package var most: Int?
}

/// A part of a scenario; its beginning counts, its end does not.
package struct Window: Hashable, Sendable {
  /// The beginning.
  package var from = TimeSpan.zero

  /// The end; the end of the scenario counts.
  package var to = TimeSpan.max
}

/// How a submission can end.
package enum ResultWord: String, CaseIterable, Hashable, Sendable {
  /// It is pending.
  case ok

  /// E1.
  case unavailable

  /// E2.
  case tooManyPendingTaskRequests

  /// E3.
  case notPermitted

  /// E4.
  case immediateRunIneligible

  /// No handler is registered for it.
  case exception
}

/// How a run can end.
package enum EndWord: String, CaseIterable, Hashable, Sendable {
  /// With success, before it was asked back.
  case completed

  /// With failure, before it was asked back.
  case failed

  /// Asked back, whatever came after.
  case expired

  /// Taken back without a callback.
  case cancelled

  /// The process went away.
  case crashed
}

/// How far a transfer can be.
package enum TransferWord: String, CaseIterable, Hashable, Sendable {
  /// Made, and not begun.
  case waiting

  /// Begun.
  case running

  /// At its end.
  case finished

  /// Given up.
  case cancelled
}
