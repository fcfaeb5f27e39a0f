// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Processes from launch to exit: spec 3.1 and 3.4.

extension Engine {
  mutating func noteLaunched(_ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard let index = apps[app]?.processes.firstIndex(where: { $0.identity == nil }) else { return }
    apps[app]?.processes[index].identity = identity
    // The app may have been swiped away between the decision to launch and the launch.
    if apps[app]?.processes[index].phase == .ending {
      effects.append(.terminate(app, identity))
    }
  }

  mutating func attach(_ attachment: AppAttachment) {
    let app = attachment.facts.identifier
    install(attachment.facts)
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
    process.isAttached = true
    process.isFrozen = false
    process.isForeground = process.isForeground || attachment.isForeground
    if process.phase == .lost {
      process.phase = .launching
      process.deadline = now + policy.launchTime
    }
    if let deadline = process.deadline { watch(.process(app), until: deadline) }
    apps[app]?.processes.append(process)
    if process.isForeground { noteOpened(app) }
    repeatUnknownRuns(attachment)
  }

  /// Hands over again what was recorded as handed over and never reached the process.
  private mutating func repeatUnknownRuns(_ attachment: AppAttachment) {
    for number in runs.keys.sorted() where !attachment.runs.contains(number) {
      guard let record = runs[number], record.run.process == attachment.process else { continue }
      effects.append(.deliver(record.run))
      if let reason = record.expiration, let until = record.graceEnds {
        effects.append(.expire(record.run, reason, until: until))
      }
    }
  }

  mutating func finishLaunching(_ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard let process = process(app, identity), process.phase == .launching else { return }
    updateProcess(app, identity) { process in
      process.phase = .ready
      process.deadline = nil
    }
    if let record = apps[app]?.record, record.launchFailures > 0 {
      apps[app]?.record.launchFailures = 0
      apps[app]?.launchRetryAt = nil
      effects.append(.save(.appSaved(apps[app]?.record ?? record)))
    }
    for (slot, entry) in pendingEntries(of: app) {
      guard case .launching(let simulated) = entry.place else { continue }
      begin(slot, simulated: simulated)
    }
    planFreeze(app)
  }

  mutating func setForeground(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity,
    _ isForeground: Bool
  ) {
    guard process(app, identity) != nil else { return }
    updateProcess(app, identity) { $0.isForeground = isForeground }
    if isForeground {
      wakeUp(app, identity)
      noteOpened(app)
    } else {
      planFreeze(app)
    }
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
    if apps[app]?.processes.isEmpty ?? true {
      drop(app, because: .appExited) { $0.kind == .continued }
    }
    if process.phase == .launching, process.isDaemonStarted {
      failLaunch(of: app, "it ended before its launch was over (\(status.words))")
    } else if apps[app]?.isLaunching == false {
      abandonLaunch(of: app)
    }
    reconsider(app)
  }

  mutating func noteLaunchFailure(_ app: AppIdentifier, _ why: String) {
    guard let index = apps[app]?.processes.firstIndex(where: { $0.identity == nil }) else { return }
    apps[app]?.processes.remove(at: index)
    effects.append(.log(.launchFailed(app, why: why)))
    backOff(app)
    abandonLaunch(of: app)
  }

  /// A launch that led nowhere counts as a crash of what it was for, or holds the app back.
  private mutating func failLaunch(of app: AppIdentifier, _ why: String) {
    effects.append(.log(.launchFailed(app, why: why)))
    let tasks = abandonLaunch(of: app)
    for task in tasks {
      noteCrash(of: RequestKey(app: app, task: task))
    }
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

// MARK: - Freezing and ending

extension Engine {
  /// Freezes an idle process of the daemon's after a short while (3.4.7).
  mutating func planFreeze(_ app: AppIdentifier) {
    guard policy.freezes else { return }
    let freezesAt = now + policy.freezeDelay
    for process in apps[app]?.processes ?? [] where mayFreeze(process) {
      updateProcess(app, process.identity) { $0.freezesAt = freezesAt }
      watch(.process(app), until: freezesAt)
    }
  }

  private func mayFreeze(_ process: ProcessRecord) -> Bool {
    guard process.isDaemonStarted, process.phase == .ready, !process.isForeground,
      !process.isFrozen
    else { return false }
    return !runs.values.contains { $0.run.process == process.identity }
  }

  /// Makes sure that a process is not frozen and will not be.
  mutating func wakeUp(_ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard let process = process(app, identity) else { return }
    updateProcess(app, identity) { process in
      process.isFrozen = false
      process.freezesAt = nil
    }
    if process.isFrozen { effects.append(.thaw(app, identity)) }
  }

  /// Asks a process to end, and sees to it that it does.
  mutating func endProcess(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity?,
    onlyDaemonStarted: Bool
  ) {
    guard let index = apps[app]?.processes.firstIndex(where: { $0.identity == identity }),
      let process = apps[app]?.processes[index], process.phase != .ending,
      process.isDaemonStarted || !onlyDaemonStarted
    else { return }
    // A frozen process cannot act on a signal.
    if let identity { wakeUp(app, identity) }
    apps[app]?.processes[index].phase = .ending
    apps[app]?.processes[index].deadline = now + policy.killDelay
    watch(.process(app), until: now + policy.killDelay)
    if let identity { effects.append(.terminate(app, identity)) }
  }

  /// Does what is due for the processes of an app.
  mutating func meetProcessDeadlines(_ app: AppIdentifier) {
    for process in apps[app]?.processes ?? [] {
      if let deadline = process.deadline, deadline <= now {
        meetDeadline(of: process)
      } else if let freezesAt = process.freezesAt, freezesAt <= now, mayFreeze(process),
        let identity = process.identity
      {
        updateProcess(app, identity) { process in
          process.isFrozen = true
          process.freezesAt = nil
        }
        effects.append(.freeze(app, identity))
      }
    }
  }

  private mutating func meetDeadline(of process: ProcessRecord) {
    let app = process.app
    switch process.phase {
    case .launching where !process.isDaemonStarted:
      // Nothing to end: it just is not waited for any longer.
      updateProcess(app, process.identity) { $0.deadline = nil }
      abandonLaunch(of: app)
    case .launching:
      endProcess(app, process.identity, onlyDaemonStarted: true)
      let seconds = Int(policy.launchTime.inSeconds)
      failLaunch(of: app, "its launch was not over within \(seconds) s")
    case .lost:
      guard let identity = process.identity else { return }
      noteExit(app, identity, .unknown)
    case .ending:
      updateProcess(app, process.identity) { $0.deadline = nil }
      if let identity = process.identity { effects.append(.kill(app, identity)) }
    case .ready:
      break  // A ready process has no deadline.
    }
  }
}

// MARK: - Looking processes up

extension Engine {
  func process(_ app: AppIdentifier, _ identity: ProcessIdentity) -> ProcessRecord? {
    apps[app]?.processes.first { $0.identity == identity }
  }

  /// Takes a process out of the list of its app.
  private mutating func takeProcess(
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
    guard let index = apps[app]?.processes.firstIndex(where: { $0.identity == identity }),
      var process = apps[app]?.processes[index]
    else { return }
    change(&process)
    apps[app]?.processes[index] = process
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
