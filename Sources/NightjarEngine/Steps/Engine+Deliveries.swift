// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// When pushes and transfers are looked at again. Few apps have any, so a change of the machine asks
// each app that does.

extension Engine {
  /// Hands an app what waits for it and may be handed over now, and begins its transfers that may.
  mutating func deliverWhatWaits(for app: AppIdentifier) {
    guard expecting.contains(app), let transfers = apps[app]?.transfers else { return }
    if !transfers.finished.isEmpty { deliverTransferEvents(of: app) }
    if apps[app]?.push.held != nil { deliverHeldPush(of: app) }
    if !transfers.waiting.isEmpty { startTransfers(of: app) }
    guard let rest = apps[app]?.deliveries, rest.isExpected else {
      expecting.remove(app)
      return
    }
    watchDeliveries(of: app)
  }

  /// Sees to it that what an app is yet to be handed is looked at when its time comes.
  mutating func watchDeliveries(of app: AppIdentifier) {
    for instant in deliveryInstants(of: app) where instant > now {
      watch(.deliveries(app), until: instant)
    }
    for instant in transferInstants(of: app) where instant > now {
      watch(.transfers(app), until: instant)
    }
  }

  /// When something passes that holds the push of an app back, or the launch for its transfers.
  func deliveryInstants(of name: AppIdentifier) -> [Instant] {
    guard let app = apps[name], app.push.held != nil || !app.transfers.finished.isEmpty
    else { return [] }
    let reasons = app.push.held == nil ? [] : pushReasons(for: name)
    return reasons.compactMap(\.clearsAt).map { wallOffset.instant(of: $0) }
      + [app.launchRetryAt].compactMap(\.self)
  }

  /// Switching refresh off ends the transfers that were left to the system (5.3).
  mutating func cancelDiscretionaryTransfers() {
    for app in apps.keys.sorted() {
      cancelTransfers(of: app, because: .refreshSwitchedOff, onlyDiscretionary: true)
    }
  }

  /// Launches an app for what waits for it, unless a process of it comes or goes.
  mutating func launchForDelivery(_ name: AppIdentifier) {
    guard let app = apps[name], !app.isLaunching, !app.mustWaitForProcess else { return }
    if let retryAt = app.launchRetryAt, retryAt > now {
      watch(.deliveries(name), until: retryAt)
    } else {
      launch(name, inForeground: false)
    }
  }

  /// No process survives a boot, so none is waited for; and a reboot lifts a force quit for pushes
  /// (7.1.5).
  mutating func noteReboot() {
    for number in runs.keys.sorted() {
      guard let run = runs[number]?.run, isLost(run) else { continue }
      end(number, .crashed, isBlamed: false)
    }
    for app in apps.keys.sorted() {
      guard apps[app]?.processes.contains(where: { $0.phase == .lost }) == true else { continue }
      apps[app]?.processes.removeAll { $0.phase == .lost }
      noteGone(app)
    }
    for app in apps.keys.sorted() where apps[app]?.record.isForceQuit == true {
      apps[app]?.isQuitBeforeBoot = true
      deliverWhatWaits(for: app)
    }
  }

  /// Whether a process has anything of these in its hands.
  func handlesDelivery(_ process: ProcessRecord) -> Bool {
    guard let state = apps[process.app], let identity = process.identity else { return false }
    return state.push.handling.contains { $0.process == identity }
      || state.transfers.delivering.values.contains(identity)
  }

  /// Forgets what a process had in its hands when it ended.
  mutating func forgetDeliveries(of app: AppIdentifier, in process: ProcessIdentity) {
    forgetPush(of: app, in: process)
    let others = (apps[app]?.transfers.delivering ?? [:]).filter { $0.value != process }
    apps[app]?.transfers.delivering = others
  }
}

extension Event {
  /// The app whose processes or switches the event changes, so that its push and the news of its
  /// transfers may now be handed over, or wait for something else.
  var changedApp: AppIdentifier? {
    switch self {
    case .appInstalled(let facts): facts.identifier
    case .appAttached(let attachment): attachment.facts.identifier
    case .appLaunched(let app, _), .appFinishedLaunching(let app, _), .appDetached(let app, _),
      .appEnteredForeground(let app, _), .appEnteredBackground(let app, _),
      .appExited(let app, _, _), .launchFailed(let app, _), .appForceQuit(let app),
      .appOpened(let app, _), .appRefreshSwitched(let app, _), .processMeasured(let app, _, _),
      .pushHandled(let app), .transferEventsHandled(let app, _):
      app
    case .submitted, .cancelled, .cancelledAll, .launchSimulated, .expirationSimulated, .appRemoved,
      .appUsageErased, .runCompleted, .expirationAnswered, .runStopped, .progressReported,
      .dataMoved, .pushArrived, .transferCreated, .transferFinished, .transferCancelled,
      .pressureRose, .deviceResumed, .rebooted, .deviceChanged, .clockChanged, .timePassed,
      .saveFailed:
      nil
    }
  }
}
