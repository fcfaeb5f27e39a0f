// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What was reckoned with another clock or with other numbers.
@Suite struct LostTimeTests {
  @Test func `a clock that lost ten days over a boot holds nothing back for ten days`() throws {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.submit(.refresh, "a")
    device.advance(.hours(4))
    device.complete("a")
    device.change(.thermal(.critical))
    device.submit(.refresh, "a")
    device.submit(.processing, "b")
    device.restart(rebooted: true, clockBack: .days(10))
    device.send(.rebooted)
    device.change(.thermal(.nominal))
    device.advance(.hours(5))
    #expect(device.delivered == ["a", "b", "a"])
  }

  @Test func `compatibility 51: with other numbers no budget is overdrawn by more than three`() {
    var device = VirtualDevice.furnished(isChoosy: true) { $0.score = nil }
    for _ in 0..<12 {
      device.submit(.refresh, "a")
      device.complete("a")
      device.advance(.minutes(15))
    }
    device.send(.timePassed)
    device.change { policy in
      policy.refreshBudget.capacity = 1
      policy.refreshBudget.interval = .minutes(30)
    }
    device.submit(.refresh, "a")
    let count = device.delivered.count
    device.advance(.hours(1) + .minutes(59))
    #expect(device.delivered.count == count)
    device.advance(.minutes(1))
    #expect(device.delivered.count == count + 1)
  }

  @Test func `what other numbers let through is told after the checkpoint that knows them`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    var facts = AppFacts.complete(.reader)
    facts.backgroundModes.insert("remote-notification")
    device.install(facts)
    device.send(.pushArrived(SilentPush(app: .reader, identifier: "p1")))
    device.send(.pushHandled(.reader))
    device.send(.pushArrived(SilentPush(app: .reader, identifier: "p2")))
    var engine = device.engine
    var policy = engine.policy
    policy.spacing = .zero
    engine.change(policy)
    let checkpoint = engine.checkpoint()
    var twin = Engine(policy: policy, snapshot: checkpoint, at: device.now)
    let effects = engine.handle(.timePassed, at: device.now)
    #expect(twin.handle(.timePassed, at: device.now) == effects)
    let pushes = effects.compactMap { effect -> String? in
      if case .deliverPush(let push, _) = effect { push.identifier } else { nil }
    }
    #expect(pushes == ["p2"])
  }

  @Test func `a delay that other numbers took away is not remembered`() throws {
    var device = VirtualDevice.furnished(isChoosy: true) { policy in
      policy.spacing = .minutes(45)
      policy.processingTime = .minutes(40)
    }
    device.submit(.refresh, "a")
    device.advance(.minutes(30))
    device.complete("a")
    device.submit(.refresh, "a")
    device.submit(.processing, "b", .other)
    device.send(.appRefreshSwitched(.reader, false))
    var engine = device.engine
    _ = engine.checkpoint()
    var policy = engine.policy
    policy.spacing = .zero
    engine.change(policy)
    let checkpoint = engine.checkpoint()
    var twin = Engine(policy: policy, snapshot: checkpoint, at: device.now)
    // The end of the processing is still ahead, and behind it the delay that is no more.
    for minutes: Int64 in [1, 30, 46] {
      let instant = device.now + .minutes(minutes)
      #expect(engine.handle(.timePassed, at: instant) == twin.handle(.timePassed, at: instant))
    }
  }
}
