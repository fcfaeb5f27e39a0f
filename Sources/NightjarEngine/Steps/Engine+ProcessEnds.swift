// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Freezing processes that have nothing to do, and ending those that must go.

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
    return !handlesDelivery(process)
      && !runs.values.contains { $0.run.process == process.identity }
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
    guard let index = index(of: identity, app), let process = apps[app]?.processes[index],
      process.phase != .ending,
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
    meetPushDeadline(of: app)
    for process in apps[app]?.processes ?? [] {
      meetMeasurement(process)
      if let settlesAt = process.settlesAt, settlesAt <= now {
        updateProcess(app, process.identity) { $0.settlesAt = nil }
        beginLaunched(of: app)
        deliverWhatWaits(for: app)
      }
      if let deadline = process.deadline, deadline <= now {
        meetDeadline(of: process)
      } else if let freezesAt = process.freezesAt, freezesAt <= now,
        let identity = process.identity
      {
        let freezes = mayFreeze(process)
        updateProcess(app, identity) { process in
          process.isFrozen = freezes
          process.freezesAt = nil
        }
        if freezes { effects.append(.freeze(app, identity)) }
      }
    }
  }

  private mutating func meetDeadline(of process: ProcessRecord) {
    let app = process.app
    switch process.phase {
    case .launching where !process.isDaemonStarted:
      // Nothing to end: it just is not waited for any longer.
      updateProcess(app, process.identity) { $0.deadline = nil }
      retryLaunch(of: app)
    case .launching:
      endProcess(app, process.identity, onlyDaemonStarted: true)
      let seconds = Int(policy.launchTime.inSeconds)
      failLaunch(of: app, "its launch was not over within \(seconds) s")
    case .lost:
      if let identity = process.identity {
        noteExit(app, identity, .unknown)
      } else {
        apps[app]?.processes.removeAll { $0.identity == nil && $0.phase == .lost }
        noteGone(app)
      }
    case .ending:
      // One that was not started yet is asked to end when it is.
      guard let identity = process.identity else { return }
      updateProcess(app, identity) { $0.deadline = nil }
      effects.append(.kill(app, identity))
    case .ready:
      break  // A ready process has no deadline.
    }
  }
}
