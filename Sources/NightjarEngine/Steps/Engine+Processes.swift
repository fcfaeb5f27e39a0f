// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Processes from launch to exit: spec 3.1 and 3.4.

extension Engine {
  mutating func noteLaunched(_ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard let index = indexOfLaunch(app), let launch = apps[app]?.processes[index] else {
      // The app was removed meanwhile: nobody waits for this process.
      if process(app, identity) == nil { effects.append(.kill(app, identity)) }
      return
    }
    if process(app, identity) != nil {
      // It was quicker to connect than the news of its start.
      apps[app]?.processes.remove(at: index)
      updateProcess(app, identity) { $0.isDaemonStarted = true }
    } else {
      apps[app]?.processes[index].identity = identity
      apps[app]?.processes[index].phase = .launching
    }
    // The app may have been swiped away between the decision to launch and the launch.
    if launch.phase == .ending { endProcess(app, identity, onlyDaemonStarted: true) }
  }

  mutating func attach(_ attachment: AppAttachment) {
    let app = attachment.facts.identifier
    install(attachment.facts)
    apps[app]?.processes.removeAll { $0.identity == nil && $0.phase == .lost }
    var process =
      takeProcess(app, attachment.process)
      ?? ProcessRecord(
        app: app,
        identity: attachment.process,
        phase: .launching,
        deadline: now + policy.launchTime,
        isDaemonStarted: attachment.isDaemonStarted,
        isForeground: false
      )
    // One that is opened through the daemon was noted as opened when that was asked for.
    let wasForeground = process.isForeground
    process.isAttached = true
    process.isFrozen = false
    process.isDaemonStarted = process.isDaemonStarted || attachment.isDaemonStarted
    process.isForeground = process.isForeground || attachment.isForeground
    if process.phase == .lost {
      process.phase = .launching
      process.deadline = now + policy.launchTime
    }
    if process.isForeground { process.freezesAt = nil }
    if let deadline = process.deadline { watch(.process(app), until: deadline) }
    apps[app]?.processes.append(process)
    if process.isForeground, !wasForeground { noteOpened(app) }
    resumeRuns(attachment)
    if process.phase == .ready {
      beginLaunched(of: app)
      planFreeze(app)
    }
  }

  /// Lets time count again for the runs of a process that is back, and hands over again what was
  /// recorded as handed over and never reached it.
  private mutating func resumeRuns(_ attachment: AppAttachment) {
    for number in runs.keys.sorted() {
      guard let record = runs[number], record.run.process == attachment.process else { continue }
      if let instant = record.graceEnds ?? record.run.deadline {
        watch(.run(number), until: instant)
      }
      guard !attachment.runs.contains(number) else { continue }
      effects.append(.deliver(record.run))
      if let reason = record.expiration, let until = record.graceEnds {
        effects.append(.expire(record.run, reason, until: until))
      }
    }
  }

  mutating func finishLaunching(_ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard let process = process(app, identity), process.phase == .launching, process.isAttached
    else { return }
    let settlesAt = process.isDaemonStarted ? nil : now + policy.settleTime
    updateProcess(app, identity) { process in
      process.phase = .ready
      process.deadline = nil
      process.settlesAt = settlesAt
    }
    if let settlesAt { watch(.process(app), until: settlesAt) }
    resumeMeasuring(app, identity)
    if let record = apps[app]?.record, record.launchFailures > 0 {
      apps[app]?.record.launchFailures = 0
      apps[app]?.launchRetryAt = nil
      effects.append(.save(.appSaved(apps[app]?.record ?? record)))
      reconsider(app)
    }
    beginLaunched(of: app)
    deliverWhatWaits(for: app)
    planFreeze(app)
  }

  mutating func setForeground(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity,
    _ isForeground: Bool
  ) {
    guard let process = process(app, identity) else { return }
    updateProcess(app, identity) { $0.isForeground = isForeground }
    if isForeground {
      wakeUp(app, identity)
      if !process.isForeground { noteOpened(app) }
    } else {
      planFreeze(app)
      planMeasurement(app, identity)
    }
    noteVisibility(of: app)
  }

  /// The exit of a process ends its runs; one that went before its launch was over counts as a
  /// crash of the tasks that it was launched for (3.4.5).
  mutating func noteExit(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity,
    _ status: ExitStatus
  ) {
    guard let process = takeProcess(app, identity) else { return }
    let wasAskedToEnd = process.phase == .ending
    for number in runs.keys.sorted() where runs[number]?.run.process == identity {
      let wasExpiring = runs[number]?.expiration != nil
      end(number, wasAskedToEnd ? .killed : wasExpiring ? .expired : .crashed)
    }
    forgetDeliveries(of: app, in: identity)
    if process.phase == .launching, process.isDaemonStarted {
      failLaunch(of: app, "it ended before its launch was over (\(status.words))")
    }
    noteGone(app)
  }

  /// Looks again at what an app's requests wait for, after a process left its list.
  mutating func noteGone(_ app: AppIdentifier) {
    guard let state = apps[app] else { return }
    if state.processes.isEmpty { drop(app, because: .appExited) { $0.kind == .continued } }
    if !state.isLaunching { retryLaunch(of: app) }
    reconsider(app)
    noteVisibility(of: app)
    deliverWhatWaits(for: app)
  }

  mutating func noteLaunchFailure(_ app: AppIdentifier, _ why: String) {
    guard let index = indexOfLaunch(app),
      let launch = apps[app]?.processes.remove(at: index)
    else { return }
    // One that was to end anyway says nothing about the next launch.
    if launch.phase == .launching {
      effects.append(.log(.launchFailed(app, why: why)))
      backOff(app)
      abandonLaunch(of: app)
    }
    noteGone(app)
  }

  /// A launch that led nowhere counts as a crash of what it was for (3.4.5).
  mutating func failLaunch(of app: AppIdentifier, _ why: String) {
    effects.append(.log(.launchFailed(app, why: why)))
    let tasks = abandonLaunch(of: app)
    for task in tasks {
      noteCrash(of: RequestKey(app: app, task: task))
    }
    // A push or a transfer has no count of its own, and must not launch the app again at once.
    if tasks.isEmpty { backOff(app) }
  }

  private mutating func backOff(_ app: AppIdentifier) {
    guard var state = apps[app] else { return }
    state.record.launchFailures += 1
    let retryAt = now + policy.doubled(policy.launchDelay, times: state.record.launchFailures)
    state.launchRetryAt = retryAt
    apps[app] = state
    watch(.retry(app), until: retryAt)
    effects.append(.save(.appSaved(state.record)))
  }
}

// MARK: - Looking processes up

extension Engine {
  func process(_ app: AppIdentifier, _ identity: ProcessIdentity) -> ProcessRecord? {
    apps[app]?.processes.first { $0.identity == identity }
  }

  /// Where an app's list has the launch that was asked for first and has not been answered.
  func indexOfLaunch(_ app: AppIdentifier) -> Int? {
    apps[app]?.processes.firstIndex { $0.identity == nil && $0.phase != .lost }
  }

  /// Takes a process out of the list of its app.
  mutating func takeProcess(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity
  ) -> ProcessRecord? {
    guard let index = apps[app]?.processes.firstIndex(where: { $0.identity == identity })
    else { return nil }
    return apps[app]?.processes.remove(at: index)
  }

  mutating func updateProcess(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity?,
    _ change: (inout ProcessRecord) -> Void
  ) {
    guard let index = index(of: identity, app) else { return }
    guard var process = apps[app]?.processes[index] else { return }
    change(&process)
    apps[app]?.processes[index] = process
  }

  /// Where an app's list has a process; of those without an identity, the one that is launched.
  func index(of identity: ProcessIdentity?, _ app: AppIdentifier) -> Int? {
    apps[app]?.processes.firstIndex {
      $0.identity == identity && (identity != nil || $0.phase == .launching)
    }
  }
}

extension ExitStatus {
  fileprivate var words: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signaled(let signal): "signal \(signal)"
    case .unknown: "cause unknown"
    }
  }
}
