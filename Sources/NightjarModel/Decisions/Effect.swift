// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Something that the engine wants done, in the order of the list.
///
/// Effects that follow a ``save(_:)`` which ``StateChange/mustBeDurable`` may only be performed
/// once it is on disk. If it cannot be, only those that ``standsWithoutSave`` are performed, and
/// ``Event/saveFailed(_:)`` is told.
package enum Effect: Hashable, Sendable {
  /// Write a change of state to the store.
  case save(StateChange)

  /// Tell a caller that its request is pending, and whether it replaced another.
  case accept(Ticket, replaced: Bool)

  /// Tell a caller that its request was refused.
  case refuse(Ticket, SubmissionError)

  /// Tell a caller how many requests were withdrawn.
  case confirmCancel(Ticket, count: Int)

  /// Tell a developer that the simulation began, or why not.
  case answerSimulation(Ticket, SimulationAnswer)

  /// Tell a tool whether the app is known and being opened.
  case answerOpen(Ticket, known: Bool)

  /// Start a process of the app: in front when the user opens it, otherwise for a task.
  case launch(AppIdentifier, inForeground: Bool)

  /// Hand a task to the process that is named in it.
  case deliver(Run)

  /// Ask the app to stop a task before the instant given.
  case expire(Run, ExpirationReason, until: Instant)

  /// Tell the app that a task was taken from it without a callback.
  case withdraw(Run)

  /// Hand a silent push to a process.
  case deliverPush(SilentPush, ProcessIdentity)

  /// Keep a silent push for later, with everything that holds it back.
  case holdPush(SilentPush, [Reason])

  /// Forget a silent push.
  case dropPush(SilentPush, PushDrop)

  /// Let a transfer begin.
  case startTransfer(Transfer)

  /// End a transfer for a reason of the system's.
  case cancelTransfer(Transfer, TransferCancellation)

  /// Tell a process that all transfers of a session have ended.
  case deliverTransferEvents(AppIdentifier, session: String, ProcessIdentity)

  /// Ask a process to end: SIGTERM.
  case terminate(AppIdentifier, ProcessIdentity)

  /// End a process: SIGKILL.
  case kill(AppIdentifier, ProcessIdentity)

  /// Freeze a process that has nothing to do.
  case freeze(AppIdentifier, ProcessIdentity)

  /// Let a frozen process go on.
  case thaw(AppIdentifier, ProcessIdentity)

  /// Tell the engine at once what a process has used, ``Event/processMeasured``.
  case measure(AppIdentifier, ProcessIdentity)

  /// Tell the engine ``Event/timePassed`` at this instant; replaces what was asked before.
  case wake(at: Instant)

  /// Write a line to the log.
  case log(LogLine)
}

extension Effect {
  /// Whether the effect is right even when the changes before it could not be saved.
  ///
  /// What concerns processes is: a process that was started for nothing is frozen or ends. So is
  /// taking a task back, which a process without that task ignores. An answer that promises
  /// something, and a task that was not recorded, are not.
  package var standsWithoutSave: Bool {
    switch self {
    case .refuse, .answerSimulation, .answerOpen, .launch, .expire, .withdraw, .terminate, .kill,
      .freeze, .thaw, .measure, .wake, .deliverPush, .holdPush, .dropPush, .startTransfer,
      .cancelTransfer,
      .deliverTransferEvents:
      true
    case .save, .accept, .confirmCancel, .deliver, .log: false
    }
  }
}

/// What a developer is told when they start or expire a task by hand.
package enum SimulationAnswer: String, Hashable, Sendable {
  /// It was done.
  case done

  /// No request of that identifier is pending (L9).
  case notPending

  /// The task is running already (L10).
  case running

  /// The task is not running (L11).
  case notRunning
}

/// One change of what the device remembers.
package enum StateChange: Hashable, Sendable {
  /// An app is new or has changed.
  case appSaved(AppRecord)

  /// An app is gone, with its requests and crash records.
  case appRemoved(AppIdentifier)

  /// A request is pending; the one that it replaced is kept here for the way back.
  case requestSaved(PendingRequest, replacing: PendingRequest?)

  /// A request is gone without a run.
  case requestRemoved(PendingRequest, RemovalCause)

  /// A request was used up by a run that begins.
  case runStarted(Run)

  /// A run has ended.
  case runEnded(HistoryEntry)

  /// A task's crash count changed; zero crashes forgets it.
  case crashesCounted(CrashRecord)

  /// Whether effects that follow must wait until this is on disk.
  ///
  /// A submit may not be acknowledged, a cancel not confirmed and a task not handed over before:
  /// that is what "nothing acknowledged is lost or run twice" rests on.
  package var mustBeDurable: Bool {
    switch self {
    case .requestSaved, .requestRemoved, .runStarted: true
    case .appSaved, .appRemoved, .runEnded, .crashesCounted: false
    }
  }
}

/// Why a pending request is gone without a run.
package enum RemovalCause: String, Hashable, Sendable {
  /// The app or a tool withdrew it.
  case cancelled

  /// Its app was removed.
  case appRemoved

  /// The present `Info.plist` no longer permits it (3.1.3).
  case notPermitted

  /// The user swiped away the app of a continued request (4.9).
  case forceQuit

  /// The user switched continued processing off (5.2).
  case switchedOff

  /// The process ended that a continued request belonged to.
  case appExited
}
