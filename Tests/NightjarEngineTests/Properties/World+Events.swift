// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel

@testable import NightjarEngine

// What may happen, and how often.

extension World {
  /// Lets one random thing happen.
  mutating func step() {
    passTime()
    switch random.below(100) {
    case 0..<30: feed(submission())
    case 30..<36: feed(request())
    case 36..<52: feed(process())
    case 52..<60: answerLaunch()
    case 60..<72: feed(run())
    case 72..<80: feed(.deviceChanged(deviceChange()))
    case 80..<83: feed(app())
    case 83: feed(.clockChanged(clock()))
    case 84: feed(.deviceResumed(seed: Int64(random.below(3))))
    case 85..<91: feed(delivery())
    case 91: feed(.pressureRose)
    case 92: changeRarely()
    default:
      if wakesAt <= now { wakesAt = .distantFuture }
      feed(.timePassed)
    }
    store()
  }

  private mutating func passTime() {
    if random.chance(25), wakesAt != .distantFuture {
      now = max(now, wakesAt)
    } else if random.chance(60) {
      now = now + .milliseconds(Int64(random.below(random.chance(90) ? 400 : 40_000)))
    }
    // A timer that ran out is told at once.
    guard wakesAt <= now else { return }
    wakesAt = .distantFuture
    feed(.timePassed)
  }

  private mutating func key() -> RequestKey {
    let app = Self.apps[random.below(Self.apps.count)]
    return RequestKey(app: app, task: Self.tasks[random.below(Self.tasks.count)])
  }

  private mutating func ticket() -> Ticket { Ticket(rawValue: Int64(random.below(1000))) }

  private mutating func submission() -> Event {
    let kind = TaskKind.allCases[random.below(TaskKind.allCases.count)]
    let floor = random.chance(40) ? wall + .seconds(Int64(random.below(90) - 20)) : nil
    let strategy = random.chance(30) ? ContinuedDetails.Strategy.fail : .queue
    let details = ContinuedDetails(title: "t", subtitle: "s", strategy: strategy)
    let request = TaskRequest(
      key: key(),
      kind: kind,
      earliestBegin: floor,
      conditions: Conditions(rawValue: kind.isProcessing ? UInt8(random.below(4)) : 0),
      continued: kind == .continued ? details : nil
    )
    return .submitted(request, ticket())
  }

  private mutating func request() -> Event {
    switch random.below(10) {
    case 0..<5: .cancelled(key(), ticket())
    case 5: .cancelledAll(key().app, ticket())
    case 6..<9: .launchSimulated(key(), ticket())
    default: .expirationSimulated(key(), ticket())
    }
  }

  private mutating func app() -> Event {
    let app = key().app
    switch random.below(12) {
    case 0..<3: return .appInstalled(facts(app))
    case 3: return .appRemoved(app)
    case 4..<6: return .appForceQuit(app)
    case 6..<9: return .appOpened(app, ticket())
    default: return .appRefreshSwitched(app, random.chance(70))
    }
  }

  private mutating func run() -> Event {
    let known = engine.runs.keys.sorted()
    let number =
      known.isEmpty || random.chance(2)
      ? RunNumber(rawValue: Int64(random.below(5000))) : known[random.below(known.count)]
    switch random.below(10) {
    case 0..<6: return .runCompleted(number, success: random.chance(70))
    case 6..<8: return .expirationAnswered(number, hadHandler: random.chance(50))
    default: return .runStopped(number)
    }
  }

  private mutating func deviceChange() -> DeviceChange {
    switch random.below(12) {
    case 0..<2: .power(random.chance(70) ? .external : .battery)
    case 2: .battery(random.below(101))
    case 3..<5: .network(NetworkState.allCases[random.below(3)])
    case 5..<8: .idle(random.chance(75))
    case 8: .lowPower(random.chance(20))
    case 9: .refresh(random.chance(80))
    case 10: .continued(random.chance(80))
    default: .thermal(ThermalState.allCases[random.chance(70) ? 0 : random.below(4)])
    }
  }

  private mutating func clock() -> WallOffset {
    let shift = Int64(random.below(7200) - 3600) * 1_000_000_000
    return WallOffset(nanoseconds: engine.wallOffset.nanoseconds + shift)
  }

  func facts(_ app: AppIdentifier, build: Int = 0) -> AppFacts {
    let count = build % 5 == 4 ? Self.tasks.count / 2 : Self.tasks.count
    return AppFacts(
      identifier: app,
      bundleIdentifier: app.rawValue,
      build: "\(build)",
      permittedIdentifiers: Self.tasks.prefix(count).map(\.rawValue),
      backgroundModes: ["fetch", "processing", "remote-notification"],
      entitlements: [AppFacts.healthResearchEntitlement]
    )
  }

  private mutating func facts(_ app: AppIdentifier) -> AppFacts {
    if random.chance(30) { builds += 1 }
    return facts(app, build: builds)
  }
}
