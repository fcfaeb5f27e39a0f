// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Apps as the user sees them: installed, opened, swiped away, removed.

extension Engine {
  mutating func install(_ facts: AppFacts) {
    let app = facts.identifier
    guard var state = apps[app] else {
      let record = AppRecord(facts: facts)
      apps[app] = AppState(record: record)
      effects.append(.save(.appSaved(record)))
      return
    }
    guard state.record.facts != facts else { return }
    let isNewBuild = state.record.facts.build != facts.build
    var record = state.record
    record.facts = facts
    if isNewBuild { record.launchFailures = 0 }
    let fresh = AppState(record: record)
    state.record = record
    state.permitted = fresh.permitted
    if isNewBuild { state.launchRetryAt = nil }
    apps[app] = state
    effects.append(.save(.appSaved(record)))
    if isNewBuild { liftQuarantine(of: app) }
    dropForbidden(app)
    reconsider(app)
  }

  /// Drops the requests that the present list no longer permits (3.1.3).
  mutating func dropForbidden(_ app: AppIdentifier) {
    guard let permitted = apps[app]?.permitted else { return }
    for (_, entry) in pendingEntries(of: app)
    where !permitted.permits(entry.key.task, kind: entry.kind) {
      guard let pending = withdraw(entry.key) else { continue }
      effects.append(.save(.requestRemoved(pending, .notPermitted)))
      effects.append(.log(.droppedNotPermitted(entry.key)))
    }
  }

  mutating func remove(_ app: AppIdentifier) {
    guard let state = apps[app] else { return }
    drop(app, because: .appRemoved) { _ in true }
    cancelRuns(of: app)
    for process in state.processes {
      if let identity = process.identity { effects.append(.kill(app, identity)) }
    }
    apps[app] = nil
    effects.append(.save(.appRemoved(app)))
  }

  /// The user opened the app: a force quit, a quarantine and a launch back-off end.
  mutating func noteOpened(_ app: AppIdentifier) {
    guard var state = apps[app] else { return }
    state.record.isForceQuit = false
    state.record.lastForeground = wallNow
    state.record.usage.note(wallNow)
    state.record.launchFailures = 0
    state.launchRetryAt = nil
    apps[app] = state
    effects.append(.save(.appSaved(state.record)))
    liftQuarantine(of: app)
    resetDelay(of: app)
    reconsider(app)
    deliverWhatWaits(for: app)
  }

  mutating func open(_ app: AppIdentifier, _ ticket: Ticket) {
    guard apps[app] != nil else {
      effects.append(.answerOpen(ticket, known: false))
      return
    }
    // The process comes first: what the visit lets through is handed to it, and needs no other.
    let processes = apps[app]?.processes ?? []
    if let up = processes.last(where: { $0.phase == .ready || $0.phase == .launching }) {
      updateProcess(app, up.identity) { $0.isForeground = true }
      if let identity = up.identity { wakeUp(app, identity) }
    } else {
      launch(app, inForeground: true)
    }
    noteOpened(app)
    noteVisibility(of: app)
    effects.append(.answerOpen(ticket, known: true))
  }

  /// Forgets when the app was opened; the last time stays, since a gate asks for it (G9).
  mutating func eraseUsage(of app: AppIdentifier) {
    guard var state = apps[app] else { return }
    state.record.usage = UsageHistory()
    apps[app] = state
    effects.append(.save(.appSaved(state.record)))
    reconsider(app)
  }

  /// The user swiped the app away: its processes and tasks end, and refreshes wait (G8, 4.9).
  mutating func forceQuit(_ app: AppIdentifier) {
    guard var state = apps[app] else { return }
    state.record.isForceQuit = true
    apps[app] = state
    effects.append(.save(.appSaved(state.record)))
    drop(app, because: .forceQuit) { $0.kind == .continued }
    dropHeldPush(of: app, because: .forceQuit)
    cancelTransfers(of: app, because: .forceQuit)
    apps[app]?.isQuitBeforeBoot = false
    cancelRuns(of: app)
    abandonLaunch(of: app)
    for process in state.processes {
      endProcess(app, process.identity, onlyDaemonStarted: false)
    }
  }

  private mutating func cancelRuns(of app: AppIdentifier) {
    for number in (apps[app]?.running.values ?? [:].values).sorted() {
      end(number, .cancelled)
    }
  }
}
