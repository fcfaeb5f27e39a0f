// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Something that happened, as the engine is told of it.
///
/// Events are facts: the engine may answer one with no effect, but never refuses one.
package enum Event: Hashable, Sendable {
  // MARK: Requests

  /// An app, or a tool for it, submitted a request.
  case submitted(TaskRequest, Ticket)

  /// A request was withdrawn.
  case cancelled(RequestKey, Ticket)

  /// All requests of an app were withdrawn.
  case cancelledAll(AppIdentifier, Ticket)

  /// A developer asked to start the pending request now (9.4).
  case launchSimulated(RequestKey, Ticket)

  /// A developer asked to expire the running task now (9.5).
  case expirationSimulated(RequestKey, Ticket)

  // MARK: Apps

  /// An app was installed, or became known by connecting.
  case appInstalled(AppFacts)

  /// An app was removed with all it had.
  case appRemoved(AppIdentifier)

  /// A process of an app connected.
  case appAttached(AppAttachment)

  /// A process that the engine asked for was started.
  case appLaunched(AppIdentifier, ProcessIdentity)

  /// A connected process is through with its launch and can be handed tasks.
  case appFinishedLaunching(AppIdentifier, ProcessIdentity)

  /// A process is no longer connected, though it may still run.
  case appDetached(AppIdentifier, ProcessIdentity)

  /// A process came to the front.
  case appEnteredForeground(AppIdentifier, ProcessIdentity)

  /// A process went to the background.
  case appEnteredBackground(AppIdentifier, ProcessIdentity)

  /// The process of an app ended.
  case appExited(AppIdentifier, ProcessIdentity, ExitStatus)

  /// A launch that was asked for did not come about, with the reason for people.
  case launchFailed(AppIdentifier, String)

  /// The user swiped the app away.
  case appForceQuit(AppIdentifier)

  /// The user, through a tool, asked to open the app.
  case appOpened(AppIdentifier, Ticket)

  /// The user wants it forgotten when the app was opened.
  case appUsageErased(AppIdentifier)

  /// The app's Background App Refresh switch was set.
  case appRefreshSwitched(AppIdentifier, Bool)

  // MARK: Runs

  /// The app completed its task.
  case runCompleted(RunNumber, success: Bool)

  /// The app was asked to stop, and says whether an expiration handler was called.
  case expirationAnswered(RunNumber, hadHandler: Bool)

  /// The user stopped a task in its activity.
  case runStopped(RunNumber)

  /// A continued task told how far it is.
  case progressReported(RunNumber, TaskProgress)

  /// What a process, with all that it started, has used since it began.
  case processMeasured(AppIdentifier, ProcessIdentity, ResourceUse)

  /// An app moved so many bytes over a network in the background.
  case dataMoved(AppIdentifier, bytes: Int64)

  // MARK: Pushes and transfers

  /// A silent push came for an app.
  case pushArrived(SilentPush)

  /// An app called the completion handler of the push that it was handed.
  case pushHandled(AppIdentifier)

  /// An app made a background transfer.
  case transferCreated(Transfer)

  /// A transfer came to its end, well or not.
  case transferFinished(TransferKey)

  /// An app cancelled its transfer.
  case transferCancelled(TransferKey)

  /// An app called the stored completion handler of a session whose events it was handed.
  case transferEventsHandled(AppIdentifier, session: String)

  // MARK: Machine

  /// The machine is short of resources, and one continued task has to go (4.6).
  case pressureRose

  /// The machine slept and woke up; the seed tells this device from others.
  case deviceResumed(seed: Int64)

  /// The machine was started anew; what only a user or a reboot can lift is lifted (7.1.5).
  case rebooted

  /// Something about the machine is different.
  case deviceChanged(DeviceChange)

  /// The wall clock was set; the offset is what holds from now on.
  case clockChanged(WallOffset)

  /// A moment that the engine asked to be woken at has come.
  case timePassed

  /// Changes that were to be saved could not be, newest first.
  case saveFailed([StateChange])
}

/// What is known of a process that connects as an app.
package struct AppAttachment: Hashable, Sendable {
  /// What the app says of itself.
  package var facts: AppFacts

  /// The process.
  package var process: ProcessIdentity

  /// Whether the daemon started it, and may therefore freeze and kill it.
  package var isDaemonStarted: Bool

  /// Whether it is in front.
  package var isForeground: Bool

  /// The runs that the process has in its hands, or whose end it has yet to report.
  package var runs: [RunNumber]

  /// Makes an attachment.
  package init(
    facts: AppFacts,
    process: ProcessIdentity,
    isDaemonStarted: Bool,
    isForeground: Bool,
    runs: [RunNumber] = []
  ) {
    self.facts = facts
    self.process = process
    self.isDaemonStarted = isDaemonStarted
    self.isForeground = isForeground
    self.runs = runs
  }
}
