// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What a machine that woke up does about all that fell due while it slept.
@Suite struct ResumeTests {
  private static let apps = (0..<6).map { AppIdentifier("com.x.app\($0)") }

  /// A device on which six refreshes fell due during an hour of sleep, before anybody is told.
  private static func asleep(_ tune: (inout Policy) -> Void = { _ in }) -> VirtualDevice {
    var device = VirtualDevice.furnished { policy in
      policy.slots = 10
      tune(&policy)
    }
    for app in apps {
      device.install(.complete(app))
      device.submit(.refresh, "a", app, after: .minutes(30))
    }
    device.suspend(for: .hours(1))
    return device
  }

  /// When each app had its turn after a resume, in nanoseconds.
  private static func turns(seed: Int64) -> [AppIdentifier: Int64] {
    var device = asleep()
    let start = device.now
    device.send(.deviceResumed(seed: seed))
    var turns: [AppIdentifier: Int64] = [:]
    while turns.count < apps.count, device.wakesAt < start + .minutes(2) {
      for case .launch(let app, _) in device.advance(device.wakesAt - device.now) {
        turns[app] = (device.now - start).nanoseconds
      }
    }
    return turns
  }

  @Test func `nothing starts at the moment of a resume, and all within a minute`() {
    var device = Self.asleep()
    let effects = device.send(.deviceResumed(seed: 7))
    #expect(!effects.contains { if case .launch = $0 { true } else { false } })
    #expect(device.reasons("a", Self.apps[0]) == ["resumedRecently"])
    let launched = device.advance(.minutes(1)).compactMap { effect -> AppIdentifier? in
      if case .launch(let app, _) = effect { app } else { nil }
    }
    #expect(launched.sorted() == Self.apps)
  }

  @Test func `turns are the same each time, and others on another device`() {
    let here = Self.turns(seed: 7)
    #expect(here.count == Self.apps.count)
    #expect(Set(here.values).count == Self.apps.count)
    #expect(here == Self.turns(seed: 7))
    #expect(here != Self.turns(seed: 8))
  }

  @Test func `a continued task and a simulated launch wait for no turn`() {
    var device = Self.asleep()
    device.send(.deviceResumed(seed: 7))
    _ = device.openByUser()
    device.submit(.continued, "\(AppIdentifier.reader.rawValue).job.1")
    #expect(device.states("\(AppIdentifier.reader.rawValue).job.1") == [.running])
    device.send(.launchSimulated(RequestKey("a", Self.apps[1]), device.ticket()))
    #expect(device.states("a", Self.apps[1]) == [.running])
  }

  @Test func `without a spread all starts at once`() {
    var device = Self.asleep { $0.resumeSpread = .zero }
    device.send(.deviceResumed(seed: 7))
    for app in Self.apps { #expect(device.states("a", app) == [.running]) }
  }

  @Test func `an engine made from a snapshot keeps the turns`() {
    var device = Self.asleep()
    device.send(.deviceResumed(seed: 7))
    let snapshot = device.engine.snapshot()
    var copy = Engine(policy: device.engine.policy, snapshot: snapshot, at: device.now)
    let effects = copy.handle(.timePassed, at: device.now)
    #expect(effects == [.wake(at: device.wakesAt)])
    #expect(copy.snapshot() == snapshot)
    #expect(snapshot.holds.count == Self.apps.count)
  }
}
