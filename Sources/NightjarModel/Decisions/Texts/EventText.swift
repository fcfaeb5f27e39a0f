// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Event {
  /// The event as one line that stays the same from version to version, for people and journals.
  package var decisionText: String {
    switch self {
    case .submitted(let request, let ticket):
      "submitted ticket=\(ticket.rawValue) \(request.decisionText)"
    case .cancelled(let key, let ticket):
      "cancelled ticket=\(ticket.rawValue) \(key.decisionText)"
    case .cancelledAll(let app, let ticket):
      "cancelledAll ticket=\(ticket.rawValue) \(app.decisionText)"
    case .launchSimulated(let key, let ticket):
      "launchSimulated ticket=\(ticket.rawValue) \(key.decisionText)"
    case .expirationSimulated(let key, let ticket):
      "expirationSimulated ticket=\(ticket.rawValue) \(key.decisionText)"
    case .appInstalled, .appRemoved, .appAttached, .appLaunched, .appFinishedLaunching,
      .appDetached, .appEnteredForeground, .appEnteredBackground, .appExited, .launchFailed,
      .appForceQuit, .appOpened, .appUsageErased, .appRefreshSwitched:
      appText
    case .runCompleted(let run, let success): "runCompleted run=\(run.rawValue) success=\(success)"
    case .expirationAnswered(let run, let hadHandler):
      "expirationAnswered run=\(run.rawValue) handler=\(hadHandler)"
    case .runStopped(let run): "runStopped run=\(run.rawValue)"
    case .progressReported(let run, let progress):
      "progressReported run=\(run.rawValue) \(progress.decisionText)"
    case .processMeasured(let app, let process, let use):
      "processMeasured \(app.decisionText) \(process.decisionText) \(use.decisionText)"
    case .dataMoved(let app, let bytes): "dataMoved \(app.decisionText) bytes=\(bytes)"
    case .pushArrived, .pushHandled, .transferCreated, .transferFinished, .transferCancelled,
      .transferEventsHandled:
      deliveryText
    case .pressureRose: "pressureRose"
    case .deviceResumed(let seed): "deviceResumed seed=\(seed)"
    case .rebooted: "rebooted"
    case .deviceChanged(let change): "deviceChanged \(change.decisionText)"
    case .clockChanged(let offset): "clockChanged offset=\(offset.nanoseconds)"
    case .timePassed: "timePassed"
    case .saveFailed(let changes):
      "saveFailed [\(changes.map(\.decisionText).joined(separator: "; "))]"
    }
  }

  /// The text of an event that is about a push or a transfer.
  private var deliveryText: String {
    switch self {
    case .pushArrived(let push): "pushArrived \(push.decisionText)"
    case .pushHandled(let app): "pushHandled \(app.decisionText)"
    case .transferCreated(let transfer): "transferCreated \(transfer.decisionText)"
    case .transferFinished(let key): "transferFinished \(key.decisionText)"
    case .transferCancelled(let key): "transferCancelled \(key.decisionText)"
    case .transferEventsHandled(let app, let session):
      "transferEventsHandled \(app.decisionText) session=\(quoted(session))"
    case .submitted, .cancelled, .cancelledAll, .launchSimulated, .expirationSimulated,
      .appInstalled, .appRemoved, .appAttached, .appLaunched, .appFinishedLaunching, .appDetached,
      .appEnteredForeground, .appEnteredBackground, .appExited, .launchFailed, .appForceQuit,
      .appOpened, .appUsageErased, .appRefreshSwitched, .runCompleted, .expirationAnswered,
      .runStopped, .processMeasured,
      .progressReported, .pressureRose, .deviceResumed, .rebooted, .deviceChanged, .clockChanged,
      .timePassed, .saveFailed, .dataMoved:
      decisionText
    }
  }

  /// The text of an event that is about an app as a whole.
  private var appText: String {
    switch self {
    case .appInstalled(let facts): "appInstalled \(facts.decisionText)"
    case .appRemoved(let app): "appRemoved \(app.decisionText)"
    case .appAttached(let attachment): "appAttached \(attachment.decisionText)"
    case .appLaunched(let app, let process):
      "appLaunched \(app.decisionText) \(process.decisionText)"
    case .appFinishedLaunching(let app, let process):
      "appFinishedLaunching \(app.decisionText) \(process.decisionText)"
    case .appDetached(let app, let process):
      "appDetached \(app.decisionText) \(process.decisionText)"
    case .appEnteredForeground(let app, let process):
      "appEnteredForeground \(app.decisionText) \(process.decisionText)"
    case .appEnteredBackground(let app, let process):
      "appEnteredBackground \(app.decisionText) \(process.decisionText)"
    case .appExited(let app, let process, let status):
      "appExited \(app.decisionText) \(process.decisionText) \(status.decisionText)"
    case .launchFailed(let app, let why): "launchFailed \(app.decisionText) \(quoted(why))"
    case .appForceQuit(let app): "appForceQuit \(app.decisionText)"
    case .appUsageErased(let app): "appUsageErased \(app.decisionText)"
    case .appOpened(let app, let ticket):
      "appOpened ticket=\(ticket.rawValue) \(app.decisionText)"
    case .appRefreshSwitched(let app, let isOn):
      "appRefreshSwitched \(app.decisionText) \(isOn ? "on" : "off")"
    case .submitted, .cancelled, .cancelledAll, .launchSimulated, .expirationSimulated,
      .runCompleted, .expirationAnswered, .runStopped, .progressReported, .processMeasured,
      .pushArrived,
      .pushHandled, .transferCreated, .transferFinished, .transferCancelled,
      .transferEventsHandled, .pressureRose, .deviceResumed, .rebooted, .deviceChanged,
      .clockChanged, .timePassed, .saveFailed, .dataMoved:
      decisionText
    }
  }
}

extension AppAttachment {
  fileprivate var decisionText: String {
    var words = [process.decisionText]
    if isDaemonStarted { words.append("daemonStarted") }
    words.append(isForeground ? "foreground" : "background")
    words.append("runs=[\(runs.map { String($0.rawValue) }.joined(separator: ","))]")
    return (words + [facts.decisionText]).joined(separator: " ")
  }
}

extension DeviceChange {
  fileprivate var decisionText: String {
    switch self {
    case .power(let value): "power \(value.rawValue)"
    case .battery(let value): "battery \(value)"
    case .network(let value): "network \(value.rawValue)"
    case .idle(let value): "idle \(value)"
    case .lowPower(let value): "lowPower \(value)"
    case .refresh(let value): "refresh \(value)"
    case .continued(let value): "continued \(value)"
    case .thermal(let value): "thermal \(value.rawValue)"
    case .quiet(let value): "quiet \(value)"
    case .resources(let value): "resources \(value)"
    }
  }
}
