// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarEngine
internal import NightjarModel

/// What the pure scheduler costs with a million requests pending.
enum EngineSection {
  private static let requestsPerApp = 10

  static func measure(pending: Int, rounds: Int) -> Section {
    var engine = Engine(policy: policy, snapshot: snapshot, at: .zero)
    // The last apps stay empty: they are what the rounds submit for.
    let apps = pending / requestsPerApp
    for app in 0..<(apps + rounds * 100) { _ = engine.handle(.appInstalled(facts(app)), at: .zero) }
    let before = ProcessLook.residentMemory(of: getpid())
    let submitRate = submitAll(apps, to: &engine)
    let bytes = Double(ProcessLook.residentMemory(of: getpid()) - before) / Double(pending)
    let affected = affectHundred(rounds, firstApp: apps, in: &engine)
    let largeRate = eventRate(apps: apps, in: &engine)
    let smallRate = rateWithThousandPending()
    let count = pending.formatted(
      .number.locale(Locale(identifier: "en_US")).grouping(.automatic)
    )
    return Section(
      title: "engine, one core, \(count) requests pending",
      figures: [
        Figure("memory", bytes, "bytes a request", note: "identifiers included").below(
          400,
          "< 400"
        ),
        Figure("submits", submitRate, "events/s", note: "from none to \(count) pending"),
        Figure("submits, battery, time and cancels mixed", largeRate, "events/s"),
        Figure("the same with 1,000 pending", smallRate, "events/s")
          .atLeast(1_000_000, "≥ 1,000,000 (simulator)"),
        Figure(
          "power event that starts 100 tasks, p50",
          affected.milliseconds(percentile: 50),
          "ms"
        )
        .below(1, "< 1 ms"),
        Figure(
          "power event that starts 100 tasks, p99",
          affected.milliseconds(percentile: 99),
          "ms"
        ),
      ]
    )
  }

  private static func rateWithThousandPending() -> Double {
    var engine = Engine(policy: policy, snapshot: snapshot, at: .zero)
    for app in 0..<100 { _ = engine.handle(.appInstalled(facts(app)), at: .zero) }
    _ = submitAll(100, to: &engine)
    return eventRate(apps: 100, in: &engine)
  }

  /// The preset of a server, with slots enough for all that one event frees.
  private static var policy: Policy {
    var policy = Policy(preset: .mains)
    policy.slots = .max
    policy.processingSlots = .max
    return policy
  }

  private static var snapshot: Snapshot {
    let device = DeviceState(power: .battery)
    return Snapshot(device: device, wallOffset: WallOffset(nanoseconds: 1_700_000_000_000_000_000))
  }

  private static func app(_ number: Int) -> AppIdentifier {
    AppIdentifier("org.example.bench\(number)")
  }

  private static func key(_ app: Int, _ task: Int) -> RequestKey {
    let name = "org.example.bench\(app).task\(task)"
    return RequestKey(app: self.app(app), task: TaskIdentifier(name))
  }

  private static func facts(_ number: Int) -> AppFacts {
    AppFacts(
      identifier: app(number),
      executable: "/usr/bin/bench",
      permittedIdentifiers: (0..<requestsPerApp).map { key(number, $0).task.rawValue },
      backgroundModes: ["processing"]
    )
  }

  /// Three of four requests wait for a date, one for a network.
  ///
  /// - Returns: How many submits a second the engine took, the making of identifiers left out.
  private static func submitAll(_ apps: Int, to engine: inout Engine) -> Double {
    let far = WallTime(nanoseconds: 2_000_000_000_000_000_000)
    var time: Int64 = 0
    for app in 0..<apps {
      let events = (0..<requestsPerApp).map { task -> Event in
        let request = TaskRequest(
          key: key(app, task),
          kind: .processing,
          earliestBegin: far + .seconds(Int64(app % 1000)),
          conditions: task % 4 == 0 ? .network : []
        )
        return .submitted(request, Ticket(rawValue: 1))
      }
      let began = Times.processorTime
      for event in events { _ = engine.handle(event, at: .zero) }
      time += Times.processorTime - began
    }
    return Double(apps * requestsPerApp) / Double(time) * 1e9
  }

  /// Each round, 100 apps wait for power, and power comes.
  private static func affectHundred(
    _ rounds: Int,
    firstApp: Int,
    in engine: inout Engine
  ) -> Times {
    var times = Times()
    for round in 0..<rounds {
      let instant = Instant.zero + .seconds(Int64(round))
      _ = engine.handle(.deviceChanged(.power(.battery)), at: instant)
      for number in 0..<100 {
        let app = firstApp + round * 100 + number
        let request = TaskRequest(key: key(app, 0), kind: .processing, conditions: .externalPower)
        _ = engine.handle(.submitted(request, Ticket(rawValue: 1)), at: instant)
      }
      let began = Times.processorTime
      let effects = engine.handle(.deviceChanged(.power(.external)), at: instant)
      times.add(Times.processorTime - began)
      precondition(effects.count >= 100, "the event started \(effects.count) tasks, not 100")
    }
    return times
  }

  /// Replaces, withdraws and submits again, with news of the battery and of time in between.
  private static func eventRate(apps: Int, in engine: inout Engine) -> Double {
    let far = WallTime(nanoseconds: 2_000_000_000_000_000_000)
    let events = (0..<200_000).map { index -> Event in
      let key = key(index * 7919 % apps, index % requestsPerApp)
      return switch index % 5 {
      case 0: .cancelled(key, Ticket(rawValue: 1))
      case 1: .deviceChanged(.battery(index % 100))
      case 2: .timePassed
      default:
        .submitted(
          TaskRequest(key: key, kind: .processing, earliestBegin: far),
          Ticket(rawValue: 1)
        )
      }
    }
    let instant = Instant.zero + .hours(1)
    let began = Times.processorTime
    for event in events { _ = engine.handle(event, at: instant) }
    return Double(events.count) / Double(Times.processorTime - began) * 1e9
  }
}
