// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel

@testable import NightjarEngine

// What becomes of what waits when all turns out well: nothing may starve.

extension World {
  /// Lets two good days go by, on a machine that lacks nothing and with apps that do as they are
  /// told, and checks that everything that waited has had its turn.
  ///
  /// Two days are the promise for processing (3.2), and more than a refresh waits (5.4). What only
  /// the user can free is not waited for: a force quit, a quarantine, and a floor that lies ahead.
  mutating func endure() {
    twin = nil
    write(groups.count)
    // Each launch is answered some time.
    for app in launches { feed(.launchFailed(app, "random")) }
    launches = []
    for (identity, process) in processes.sorted(by: { $0.key.pid < $1.key.pid }) {
      processes[identity] = nil
      feed(.appExited(process.app, identity, .exited(0)))
    }
    let good: [DeviceChange] = [
      .power(.external), .battery(100), .network(.unmetered), .idle(true), .lowPower(false),
      .refresh(true), .continued(true), .thermal(.nominal), .quiet(1000),
    ]
    for change in good { feed(.deviceChanged(change)) }
    for app in Self.apps { feed(.appRefreshSwitched(app, true)) }
    obey()
    let promised = engine.statuses(of: nil, at: now).filter(isPromised)
    let end = now + .days(2)
    while wakesAt <= end {
      now = max(now, wakesAt)
      wakesAt = .distantFuture
      feed(.timePassed)
      obey()
    }
    now = end
    let starved = Set(promised.map(\.pending.number)).intersection(ledger.pending.keys)
    for status in engine.statuses(of: nil, at: now)
    where starved.contains(status.pending.number) {
      let pending = status.pending
      ledger.complain("\(pending.request.key.task.rawValue) starved, held by \(status.reasons)")
    }
    for (name, app) in engine.apps where !app.record.isForceQuit { checkDelivered(name, app) }
  }

  private func isPromised(_ status: TaskStatus) -> Bool {
    let request = status.pending.request
    guard status.state == .pending, request.kind != .continued else { return false }
    guard request.earliestBegin.map({ $0 <= wall + .hours(1) }) ?? true else { return false }
    return !status.reasons.contains { ["forceQuit", "quarantined"].contains($0.name) }
  }

  private mutating func checkDelivered(_ name: AppIdentifier, _ app: AppState) {
    if app.push.held != nil { ledger.complain("a push of \(name.rawValue) starved") }
    if !app.transfers.finished.isEmpty { ledger.complain("news for \(name.rawValue) starved") }
    for waiting in app.transfers.waiting
    where waiting.transfer.earliestBegin.map({ $0 + .days(1) <= wall }) ?? true {
      ledger.complain("transfer \(waiting.transfer.key.identifier) starved")
    }
  }

  /// Does everything that the engine wants, at once and well.
  private mutating func obey() {
    while !groups.isEmpty {
      for effect in groups.removeFirst().effects { obey(effect) }
    }
  }

  private mutating func obey(_ effect: Effect) {
    switch effect {
    case .launch(let app, _): start(app)
    case .deliver(let run):
      ledger.noteDelivery(run)
      feed(.runCompleted(run.number, success: true))
    case .expire(let run, _, _): feed(.runCompleted(run.number, success: false))
    case .terminate(let app, let process), .kill(let app, let process):
      guard processes.removeValue(forKey: process) != nil else { return }
      feed(.appExited(app, process, .signaled(15)))
    case .measure(let app, let process):
      feed(.processMeasured(app, process, ResourceUse(cpu: .zero)))
    case .deliverPush(let push, _): feed(.pushHandled(push.app))
    case .startTransfer(let transfer):
      deliveries.running[transfer.key] = nil
      feed(.transferFinished(transfer.key))
    case .deliverTransferEvents(let app, let session, _):
      feed(.transferEventsHandled(app, session: session))
    case .save, .accept, .refuse, .confirmCancel, .answerSimulation, .answerOpen, .withdraw,
      .freeze, .thaw, .wake, .log, .holdPush, .dropPush, .cancelTransfer:
      break
    }
  }

  private mutating func start(_ app: AppIdentifier) {
    guard engine.apps[app] != nil else { return }
    let process = newProcess(of: app, isDaemonStarted: true)
    processes[process]?.isAttached = true
    feed(.appLaunched(app, process))
    let attachment = AppAttachment(
      facts: facts(app, build: builds),
      process: process,
      isDaemonStarted: true,
      isForeground: false,
      runs: []
    )
    feed(.appAttached(attachment))
    feed(.appFinishedLaunching(app, process))
  }
}
