// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Something that happened on a virtual device, in the order of time.
package struct Happening: Hashable, Sendable {
  /// When, on the clock that never jumps.
  package var at: Instant

  /// What the device's clock showed.
  package var wall: WallTime

  /// What.
  package var event: HappeningEvent
}

/// What can happen on a virtual device.
package enum HappeningEvent: Hashable, Sendable {
  /// An app submitted a request; the label is what the submitter called it.
  case submitted(RequestKey, label: String?, SubmissionResult)

  /// A pending request is gone without a run.
  case dropped(RequestKey, RemovalCause)

  /// An app was launched or resumed in the background.
  case woken(AppIdentifier, WakeCause, isCold: Bool)

  /// A task began.
  case started(TaskRun)

  /// A task was asked back.
  case expired(TaskRun, ExpirationReason, wasCalled: Bool)

  /// A task ended; `success` is what its app reported, if it did.
  case ended(TaskRun, Outcome, success: Bool)

  /// The system ended a process.
  case killed(AppIdentifier)

  /// A process died by its own fault.
  case crashed(AppIdentifier)

  /// A task is held after repeated crashes.
  case quarantined(RequestKey)

  /// A silent push was handed over, kept or forgotten.
  case push(AppIdentifier, identifier: String, PushFate)

  /// A transfer went a step further.
  case transfer(Transfer, TransferStep)

  /// The user or the world did something.
  case deed(String, AppIdentifier?)
}

/// One run of a task, counted from 1 for each task.
package struct TaskRun: Hashable, Sendable {
  /// Whose run it is.
  package var key: RequestKey

  /// The how manyth of its task.
  package var ordinal: Int
}

/// How a submission went.
package enum SubmissionResult: Hashable, Sendable {
  /// The request is pending.
  case accepted

  /// The scheduler refused it.
  case refused(SubmissionError)

  /// No handler is registered for it, which stops the program (2.3.3).
  case trapped
}

/// What an app was woken for.
package enum WakeCause: String, CaseIterable, Hashable, Sendable {
  /// A task.
  case task

  /// A silent push.
  case push

  /// The end of a session's transfers.
  case transfers
}

/// What became of a silent push.
package enum PushFate: String, CaseIterable, Hashable, Sendable {
  /// The app was handed it.
  case delivered

  /// It is kept for later.
  case held

  /// A newer one took its place.
  case replaced

  /// It is forgotten.
  case dropped
}

/// A step in the life of a transfer.
package enum TransferStep: String, CaseIterable, Hashable, Sendable {
  /// The app made it.
  case created

  /// Its bytes began to move.
  case started

  /// It came to its end.
  case finished

  /// It was given up.
  case cancelled
}
