// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// What was restored is compared with the present once, before the first event. An engine that is
// restored from another one's checkpoint finds nothing to do here, so both decide alike.

extension Engine {
  /// Waits for what was connected, and drops what may no longer be pending.
  ///
  /// A decision of the system that could not be saved is made again here after a restart.
  mutating func review() {
    for number in runs.keys.sorted() {
      guard let run = runs[number]?.run, process(run.key.app, run.process) == nil else { continue }
      awaitReturn(of: run.key.app, run.process)
    }
    for app in apps.keys.sorted() {
      dropForbidden(app)
      guard let state = apps[app] else { continue }
      if state.record.isForceQuit { drop(app, because: .forceQuit) { $0.kind == .continued } }
      if !device.isContinuedOn { drop(app, because: .switchedOff) { $0.kind == .continued } }
      if state.processes.isEmpty, hasContinued(app) { awaitReturn(of: app, nil) }
    }
  }

  private func hasContinued(_ app: AppIdentifier) -> Bool {
    apps[app]?.requests.values.contains { entries[$0]?.kind == .continued } ?? false
  }

  /// Expects a process to connect again; the identity is unknown when it held no run.
  private mutating func awaitReturn(of app: AppIdentifier, _ identity: ProcessIdentity?) {
    let deadline = now + policy.reattachTime
    apps[app]?.processes.append(
      ProcessRecord(
        app: app,
        identity: identity,
        phase: .lost,
        deadline: deadline,
        isDaemonStarted: false,
        isForeground: false
      )
    )
    watch(.process(app), until: deadline)
  }

  /// Whether a request may be pending in the present.
  func mayBePending(_ request: TaskRequest) -> Bool {
    guard let app = apps[request.key.app],
      app.permitted.permits(request.key.task, kind: request.kind)
    else { return false }
    guard request.kind == .continued else { return true }
    return device.isContinuedOn && !app.record.isForceQuit && !app.processes.isEmpty
  }

  /// Whether the process of a run has not come back since the daemon was started anew.
  func isLost(_ run: Run) -> Bool { process(run.key.app, run.process)?.phase == .lost }
}
