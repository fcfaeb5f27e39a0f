// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// When pushes and transfers are looked at again. Few apps have any, so a change of the machine asks
// each app that does.

extension Engine {
  /// Looks at an app's held push and waiting transfers again, after something changed for them.
  mutating func reconsiderDeliveries(of app: AppIdentifier) {
    guard expecting.contains(app), let state = apps[app] else { return }
    if state.push.held != nil { deliverHeldPush(of: app) }
    if !state.transfers.waiting.isEmpty { startTransfers(of: app) }
    if apps[app]?.push.held == nil, apps[app]?.transfers.waiting.isEmpty != false {
      expecting.remove(app)
    }
  }

  /// Hands a process that is ready now what waited for it.
  mutating func deliverWhatWaits(for app: AppIdentifier) {
    deliverTransferEvents(of: app)
    reconsiderDeliveries(of: app)
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
      reconsiderDeliveries(of: app)
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
