// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// One thing that holds a request back, with what was seen, what is needed and when it clears.
///
/// The command line, the log and the inspector all print this one type. A request carries every
/// unmet reason, not the first.
package enum Reason: Hashable, Sendable {
  /// The request asked for a later start.
  case notBefore(WallTime, now: WallTime)

  /// It needs external power.
  case waitingForExternalPower(battery: Int)

  /// It needs a network.
  case waitingForNetwork

  /// It needs a network whose bytes cost nothing.
  case waitingForUnmeteredNetwork

  /// Processing waits until nobody uses the machine.
  case deviceInUse

  /// The user asked to save power.
  case lowPowerMode

  /// The battery is below the level at which background work stops.
  case lowBattery(percent: Int, needed: Int)

  /// Background App Refresh is off, for the device or for this app.
  case refreshSwitchedOff(SwitchScope)

  /// The user swiped the app away.
  case forceQuit

  /// The user has not opened the app for long.
  case appNotUsedSince(WallTime?, days: Int)

  /// The app used up what it may spend.
  case budgetSpent(BudgetLevel)

  /// The app was launched for this kind only just now.
  case rateLimited(until: WallTime)

  /// Everything is met, and a better moment within the window is waited for.
  ///
  /// Points are thousandths; `at` is when the present moment will do, if nothing changes.
  case betterMoment(points: Int, needed: Int, at: WallTime)

  /// Others run, and there is room for no more.
  case noSlot(behind: [RequestKey], limit: Int)

  /// It crashed its app again and again.
  case quarantined(crashes: Int)

  /// It crashed its app, and is left alone for a while.
  case crashedRecently(times: Int, retryAt: WallTime)

  /// The machine is too hot.
  case overheated(ThermalState)

  /// The app could not be started, and is left alone for a while.
  case launchFailed(times: Int, retryAt: WallTime)

  /// The machine woke up only just now, and the app's turn is later.
  case resumedRecently(until: WallTime)

  /// The task's last run has not ended, and two runs never overlap.
  case stillRunning(RunNumber)

  /// The store cannot record the run, so it must not begin.
  case storageUnavailable(retryAt: WallTime)

  /// Whose switch is off.
  package enum SwitchScope: String, Hashable, Sendable {
    /// The switch of the whole device.
    case device

    /// The switch of this app.
    case app
  }
}

extension Reason {
  /// The reason as one word; scripts may rely on it.
  package var name: String {
    switch self {
    case .notBefore: "notBefore"
    case .waitingForExternalPower: "waitingForExternalPower"
    case .waitingForNetwork: "waitingForNetwork"
    case .waitingForUnmeteredNetwork: "waitingForUnmeteredNetwork"
    case .deviceInUse: "deviceInUse"
    case .lowPowerMode: "lowPowerMode"
    case .lowBattery: "lowBattery"
    case .refreshSwitchedOff: "refreshSwitchedOff"
    case .forceQuit: "forceQuit"
    case .appNotUsedSince: "appNotUsedSince"
    case .budgetSpent: "budgetSpent"
    case .rateLimited: "rateLimited"
    case .betterMoment: "betterMoment"
    case .noSlot: "noSlot"
    case .quarantined: "quarantined"
    case .crashedRecently: "crashedRecently"
    case .overheated: "overheated"
    case .launchFailed: "launchFailed"
    case .resumedRecently: "resumedRecently"
    case .stillRunning: "stillRunning"
    case .storageUnavailable: "storageUnavailable"
    }
  }

  /// The number of the gate in spec 5.3; `nil` for what is no gate there.
  package var gate: Int? {
    switch self {
    case .notBefore: 1
    case .waitingForNetwork: 2
    case .waitingForExternalPower: 3
    case .deviceInUse: 4
    case .refreshSwitchedOff: 5
    case .lowPowerMode: 6
    case .lowBattery: 7
    case .forceQuit: 8
    case .appNotUsedSince: 9
    case .budgetSpent: 10
    case .rateLimited: 11
    case .noSlot: 12
    case .overheated: 13
    case .waitingForUnmeteredNetwork: 14
    case .betterMoment, .quarantined, .crashedRecently, .launchFailed, .resumedRecently,
      .stillRunning, .storageUnavailable:
      nil
    }
  }

  /// The words that ``name`` can be.
  package static let names = [
    "notBefore", "waitingForExternalPower", "waitingForNetwork", "waitingForUnmeteredNetwork",
    "deviceInUse", "lowPowerMode", "lowBattery", "refreshSwitchedOff", "forceQuit",
    "appNotUsedSince", "budgetSpent", "rateLimited", "betterMoment", "noSlot", "quarantined",
    "crashedRecently", "overheated", "launchFailed", "resumedRecently", "stillRunning",
    "storageUnavailable",
  ]

  /// What was seen, for people.
  package var seen: String {
    switch self {
    case .notBefore(_, let now): now.rfc3339
    case .waitingForExternalPower(let battery): "on battery, \(battery) %"
    case .waitingForNetwork: "offline"
    case .waitingForUnmeteredNetwork: "a metered network"
    case .deviceInUse: "in use"
    case .lowPowerMode: "Low Power Mode is on"
    case .lowBattery(let percent, _): "\(percent) % on battery"
    case .refreshSwitchedOff(.device): "Background App Refresh is off for the device"
    case .refreshSwitchedOff(.app): "Background App Refresh is off for this app"
    case .forceQuit: "the user quit the app"
    case .appNotUsedSince(let date?, _): "last opened \(date.rfc3339)"
    case .appNotUsedSince(nil, _): "never opened"
    case .budgetSpent(let level): level.text
    case .rateLimited: "launched a short while ago"
    case .betterMoment(let points, _, _): "a moment worth \(points / 1000) of 100 points"
    case .noSlot(let others, let limit):
      "\(others.count) of \(limit) running: "
        + others.map(\.task.rawValue).joined(separator: ", ")
    case .quarantined(let crashes): "crashed \(crashes) times in a row"
    case .crashedRecently(let times, _): "crashed \(times) times in a row"
    case .overheated(let state): "thermal state \(state.rawValue)"
    case .launchFailed(let times, _): "the app failed to start \(times) times in a row"
    case .resumedRecently: "the machine woke up only just now"
    case .stillRunning(let run): "run \(run.rawValue) has not ended"
    case .storageUnavailable: "the store refused to record the run"
    }
  }

  /// What is needed instead, for people.
  package var needed: String {
    switch self {
    case .notBefore(let floor, _): "\(floor.rfc3339) or later"
    case .waitingForExternalPower: "external power"
    case .waitingForNetwork: "a network connection"
    case .waitingForUnmeteredNetwork: "an unmetered network"
    case .deviceInUse: "an idle device"
    case .lowPowerMode: "Low Power Mode off"
    case .lowBattery(_, let needed): "\(needed) % or external power"
    case .refreshSwitchedOff: "Background App Refresh on"
    case .forceQuit: "the app opened by the user"
    case .appNotUsedSince(_, let days): "the app opened by the user at least every \(days) days"
    case .budgetSpent(let level): "a refill at \(level.refillsAt.rfc3339)"
    case .rateLimited(let date): "\(date.rfc3339) or later"
    case .betterMoment(_, let needed, let date):
      "\(needed / 1000) points, which are asked for less and less until \(date.rfc3339)"
    case .noSlot: "one of them to end"
    case .quarantined: "a new build, or the app opened by the user or `nightjar apps launch`"
    case .crashedRecently(_, let date): "another try at \(date.rfc3339)"
    case .overheated: "thermal state fair or better"
    case .launchFailed(_, let date): "another try at \(date.rfc3339)"
    case .resumedRecently(let date): "its turn at \(date.rfc3339)"
    case .stillRunning: "that run to end"
    case .storageUnavailable(let date): "another try at \(date.rfc3339)"
    }
  }

  /// When it clears by itself; `nil` if something else has to happen.
  package var clearsAt: WallTime? {
    switch self {
    case .budgetSpent(let level): level.refillsAt
    case .notBefore(let date, _), .rateLimited(let date),
      .betterMoment(_, _, let date),
      .crashedRecently(_, let date), .launchFailed(_, let date), .resumedRecently(let date),
      .storageUnavailable(let date):
      date
    case .waitingForExternalPower, .waitingForNetwork, .waitingForUnmeteredNetwork, .deviceInUse,
      .lowPowerMode, .lowBattery,
      .refreshSwitchedOff, .forceQuit, .appNotUsedSince, .noSlot, .quarantined, .overheated,
      .stillRunning:
      nil
    }
  }
}
