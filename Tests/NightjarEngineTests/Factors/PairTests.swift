// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What can be against a piece of work, one of the seven factors or a condition beside them.
enum Obstacle: String, CaseIterable {
  case floor, offline, battery, deviceInUse, refreshOff, lowPower, criticalBattery, forceQuit
  case longUnused, budgetSpent, tooSoon, noSlot, heat, metered

  /// The reason that names it, of a task or a push.
  var reason: String {
    switch self {
    case .floor: "notBefore"
    case .offline: "waitingForNetwork"
    case .battery: "waitingForExternalPower"
    case .deviceInUse: "deviceInUse"
    case .refreshOff: "refreshSwitchedOff"
    case .lowPower: "lowPowerMode"
    case .criticalBattery: "lowBattery"
    case .forceQuit: "forceQuit"
    case .longUnused: "appNotUsedSince"
    case .budgetSpent: "budgetSpent"
    case .tooSoon: "rateLimited"
    case .noSlot: "noSlot"
    case .heat: "overheated"
    case .metered: "waitingForUnmeteredNetwork"
    }
  }

  /// What applies to a kind of task: the columns of spec 5.3, written down anew from there.
  static func applying(to kind: TaskKind) -> Set<Self> {
    switch kind {
    case .refresh:
      [
        .floor, .refreshOff, .lowPower, .criticalBattery, .forceQuit, .budgetSpent, .tooSoon,
        .noSlot, .heat,
      ]
    case .processing, .healthResearch:
      [
        .floor, .offline, .battery, .deviceInUse, .refreshOff, .lowPower, .criticalBattery,
        .longUnused, .noSlot, .heat,
      ]
    case .continued: []
    }
  }

  static let push: Set<Self> = [
    .offline, .refreshOff, .lowPower, .criticalBattery, .forceQuit, .budgetSpent, .tooSoon,
  ]
  static let discretionaryTransfer: Set<Self> = [
    .floor, .offline, .battery, .refreshOff, .lowPower, .criticalBattery, .forceQuit, .heat,
    .metered,
  ]
  static let plainTransfer: Set<Self> = [.floor, .offline]

  /// Each alone, and every two that can be together.
  static let singlesAndPairs: [Set<Self>] = allCases.flatMap { first in
    allCases.compactMap { second in
      let isOrdered = first.rawValue <= second.rawValue
      // A network is one thing or the other.
      return isOrdered && ![first, second].contains([.offline, .metered]) ? [first, second] : nil
    }
  }
}

extension [Obstacle] {
  fileprivate func contains(_ both: Set<Obstacle>) -> Bool { both.isSubset(of: Set(self)) }
}

/// Every obstacle and every pair of them against every kind of work: spec 5.3.
@Suite struct PairTests {
  @Test(arguments: [TaskKind.refresh, .processing, .healthResearch])
  func `compatibility 47: every two obstacles hold a task that they apply to, and both are named`(
    kind: TaskKind
  ) {
    for obstacles in Obstacle.singlesAndPairs {
      // While refresh is off nothing can be submitted, so that comes after the submission, and
      // until then the request is held by something that goes away again.
      var device = VirtualDevice.obstructed(by: obstacles.subtracting([.refreshOff]))
      device.change(.thermal(.critical))
      device.submit(
        kind,
        "a",
        after: obstacles.contains(.floor) ? .hours(1) : nil,
        conditions: kind == .refresh ? [] : [.network, .externalPower]
      )
      if obstacles.contains(.refreshOff) { device.change(.refresh(false)) }
      device.change(.thermal(obstacles.contains(.heat) ? .serious : .nominal))
      let expected = device.present(obstacles).intersection(Obstacle.applying(to: kind))
      if expected.isEmpty {
        #expect(device.run("a") != nil, "\(kind) \(obstacles)")
      } else {
        #expect(
          Set(device.reasons("a") ?? []) == Set(expected.map(\.reason)),
          "\(kind) \(obstacles)"
        )
      }
    }
  }

  @Test func `compatibility 47: every two obstacles hold a push that they apply to`() {
    for obstacles in Obstacle.singlesAndPairs {
      var device = VirtualDevice.obstructed(by: obstacles)
      device.push("last")
      let expected = device.present(obstacles).intersection(Obstacle.push)
      if expected.isEmpty {
        #expect(device.pushes.last == "last", "\(obstacles)")
      } else {
        let words = device.held.last?.split(separator: " ").map(String.init)
        #expect(Set(words ?? []) == Set(["last"] + expected.map(\.reason)), "\(obstacles)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `compatibility 47: every two obstacles hold a transfer that they apply to`(
    isDiscretionary: Bool
  ) {
    for obstacles in Obstacle.singlesAndPairs {
      var device = VirtualDevice.obstructed(by: obstacles)
      let floor = obstacles.contains(.floor) ? device.wall + .hours(1) : nil
      let key = TransferKey(app: .reader, session: "s", identifier: "t")
      let transfer = Transfer(key: key, isDiscretionary: isDiscretionary, earliestBegin: floor)
      device.send(.transferCreated(transfer))
      let applying = isDiscretionary ? Obstacle.discretionaryTransfer : Obstacle.plainTransfer
      let expected = device.present(obstacles).intersection(applying)
      #expect(device.transfersStarted.contains("t") == expected.isEmpty, "\(obstacles)")
    }
  }

  @Test func `a continued task begins whatever else is against it`() {
    let others = Set(Obstacle.allCases).subtracting([.metered, .noSlot, .forceQuit])
    var device = VirtualDevice.obstructed(by: others)
    _ = device.openByUser()
    device.submit(.continued, "a")
    #expect(device.run("a") != nil)
  }
}

extension VirtualDevice {
  /// A device on which nothing is in the way of the reader but what is named.
  fileprivate static func obstructed(by obstacles: Set<Obstacle>) -> Self {
    var device = furnished(isChoosy: true) { policy in
      policy.score = nil
      if obstacles.contains(.noSlot) { (policy.slots, policy.processingSlots) = (1, 1) }
      if obstacles.contains(.budgetSpent) {
        (policy.refreshBudget.capacity, policy.pushBudget.capacity) = (1, 1)
        policy.pushBudget.interval = .hours(1)
      }
    }
    var facts = AppFacts.complete(.reader)
    facts.backgroundModes.insert("remote-notification")
    device.install(facts)
    device.exit(device.openByUser(), .exited(0))
    if obstacles.contains(.longUnused) { device.advance(.days(15)) }
    if !obstacles.isDisjoint(with: [.budgetSpent, .tooSoon]) {
      device.submit(.refresh, "b")
      device.complete("b")
      device.push("first")
      device.send(.pushHandled(.reader))
      if !obstacles.contains(.tooSoon) { device.advance(.minutes(20)) }
    }
    if obstacles.contains(.noSlot) { device.submit(.refresh, "z", .other) }
    for obstacle in obstacles.sorted(by: { $0.rawValue < $1.rawValue }) { device.close(obstacle) }
    return device
  }

  private mutating func close(_ obstacle: Obstacle) {
    switch obstacle {
    case .offline: change(.network(.none))
    case .metered: change(.network(.metered))
    case .battery, .lowPower: change(.power(.battery))
    case .criticalBattery:
      change(.power(.battery))
      change(.battery(19))
    case .deviceInUse: change(.idle(false))
    case .refreshOff: change(.refresh(false))
    case .forceQuit: send(.appForceQuit(.reader))
    case .heat: change(.thermal(.serious))
    case .floor, .longUnused, .budgetSpent, .tooSoon, .noSlot: break
    }
    if obstacle == .lowPower { change(.lowPower(true)) }
  }

  /// The obstacles with what they bring along: saving and running out mean a battery.
  fileprivate func present(_ obstacles: Set<Obstacle>) -> Set<Obstacle> {
    engine.device.power == .battery ? obstacles.union([.battery]) : obstacles
  }
}
