// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

extension EventRow {
  /// Reads the event back.
  ///
  /// - Throws: `StoreError` with `newer` for a type that this version does not know, and
  ///   `malformed` when a field is missing.
  func model() throws(StoreError) -> Event {
    switch type {
    case "submitted": .submitted(try field(request, "request").model(), try aTicket())
    case "cancelled": .cancelled(try aKey(), try aTicket())
    case "cancelledAll": .cancelledAll(try anApp(), try aTicket())
    case "launchSimulated": .launchSimulated(try aKey(), try aTicket())
    case "expirationSimulated": .expirationSimulated(try aKey(), try aTicket())
    case "appInstalled": .appInstalled(try field(facts, "facts").model())
    case "appRemoved": .appRemoved(try anApp())
    case "appAttached": .appAttached(try field(attachment, "attachment").model())
    case "appLaunched": .appLaunched(try anApp(), try aProcess())
    case "appFinishedLaunching": .appFinishedLaunching(try anApp(), try aProcess())
    case "appDetached": .appDetached(try anApp(), try aProcess())
    case "appEnteredForeground": .appEnteredForeground(try anApp(), try aProcess())
    case "appEnteredBackground": .appEnteredBackground(try anApp(), try aProcess())
    case "appExited": .appExited(try anApp(), try aProcess(), try field(exit, "exit").model())
    case "launchFailed": .launchFailed(try anApp(), try field(why, "why"))
    case "appForceQuit": .appForceQuit(try anApp())
    case "appUsageErased": .appUsageErased(try anApp())
    case "appOpened": .appOpened(try anApp(), try aTicket())
    case "appRefreshSwitched": .appRefreshSwitched(try anApp(), try field(isOn, "isOn"))
    case "runCompleted": .runCompleted(try aRun(), success: try field(success, "success"))
    case "expirationAnswered":
      .expirationAnswered(try aRun(), hadHandler: try field(hadHandler, "hadHandler"))
    case "runStopped": .runStopped(try aRun())
    case "progressReported":
      .progressReported(try aRun(), try field(progress, "progress").model())
    case "processMeasured": .processMeasured(try anApp(), try aProcess(), try aUse())
    case "dataMoved": .dataMoved(try anApp(), bytes: try field(bytes, "bytes"))
    case "pushArrived": .pushArrived(try field(push, "push").model())
    case "pushHandled": .pushHandled(try anApp())
    case "transferCreated": .transferCreated(try field(transfer, "transfer").model())
    case "transferFinished": .transferFinished(try field(transferKey, "transferKey").model())
    case "transferCancelled": .transferCancelled(try field(transferKey, "transferKey").model())
    case "transferEventsHandled":
      .transferEventsHandled(try anApp(), session: try field(session, "session"))
    case "pressureRose": .pressureRose
    case "deviceResumed": .deviceResumed(seed: try field(seed, "seed"))
    case "rebooted": .rebooted
    case "deviceChanged": .deviceChanged(try field(change, "change").model())
    case "clockChanged":
      .clockChanged(WallOffset(nanoseconds: try field(wallOffset, "wallOffset")))
    case "timePassed": .timePassed
    case "saveFailed":
      .saveFailed(
        try field(changes, "changes").models { row throws(StoreError) in try row.model() }
      )
    default: throw unknownWord(type, for: "event")
    }
  }

  private func field<Value>(_ value: Value?, _ name: String) throws(StoreError) -> Value {
    try demand(value, name, of: type)
  }

  private func aTicket() throws(StoreError) -> Ticket {
    Ticket(rawValue: try field(ticket, "ticket"))
  }

  private func aKey() throws(StoreError) -> RequestKey { try field(key, "key").model() }

  private func anApp() throws(StoreError) -> AppIdentifier {
    AppIdentifier(try field(app, "app"))
  }

  private func aProcess() throws(StoreError) -> ProcessIdentity {
    try field(process, "process").model()
  }

  private func aUse() throws(StoreError) -> ResourceUse {
    try field(use, "use").model()
  }

  private func aRun() throws(StoreError) -> RunNumber {
    RunNumber(rawValue: try field(run, "run"))
  }
}
