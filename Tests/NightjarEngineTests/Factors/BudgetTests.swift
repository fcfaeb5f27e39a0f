// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What launches cost and how far apart they are: spec 5.5.
@Suite struct BudgetTests {
  @Test func `compatibility 51: fifteen launches a quarter of an hour apart, then one an hour`() {
    var device = VirtualDevice.furnished(isChoosy: true) { $0.score = nil }
    device.submit(.refresh, "a")
    for _ in 0..<(24 * 60) {
      if device.run("a") != nil {
        device.complete("a")
        device.submit(.refresh, "a")
      }
      device.advance(.minutes(1))
    }
    let starts = device.deliveries.map(\.startedWall)
    let gaps = zip(starts, starts.dropFirst()).map { $1 - $0 }
    #expect(gaps.prefix(14).allSatisfy { $0 == .minutes(15) })
    #expect(gaps.dropFirst(14).first.map { $0 > .minutes(15) } == true)
    #expect(gaps.dropFirst(15).allSatisfy { $0 == .hours(1) })
    #expect(starts.count > 25)
  }

  @Test func `compatibility 51: a kill costs three`() {
    var device = VirtualDevice.furnished(isChoosy: true) { $0.score = nil }
    device.submit(.refresh, "a")
    let started = device.wall
    device.advance(.seconds(31))
    #expect(device.endings == ["a killed"])
    let meters = device.engine.overview(of: .reader)?.record.meters
    #expect(meters?.refreshFullAt == started + .hours(3))
  }

  @Test func `a spent budget is told with the moment of its refill`() {
    var device = VirtualDevice.furnished(isChoosy: true) { policy in
      policy.score = nil
      policy.refreshBudget.capacity = 1
    }
    device.submit(.refresh, "a")
    device.complete("a")
    device.submit(.refresh, "a")
    #expect(device.reasons("a") == ["budgetSpent", "rateLimited"])
    device.advance(.minutes(20))
    #expect(device.reasons("a") == ["budgetSpent"])
    device.advance(.minutes(40))
    #expect(device.delivered == ["a", "a"])
  }

  @Test func `a launch by hand costs nothing`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.submit(.refresh, "a")
    device.send(.launchSimulated(RequestKey("a"), device.ticket()))
    #expect(device.delivered == ["a"])
    #expect(device.engine.overview(of: .reader)?.record.meters == AppMeters())
  }

  @Test func `a clock that is set does not bring a budget back`() {
    var device = VirtualDevice.furnished(isChoosy: true) { $0.score = nil }
    device.submit(.refresh, "a")
    device.complete("a")
    device.submit(.refresh, "a")
    device.send(.clockChanged(WallOffset(wall: device.wall + .days(1), at: device.now)))
    #expect(device.reasons("a") == ["rateLimited"])
    device.advance(.minutes(15))
    #expect(device.delivered == ["a", "a"])
  }

  @Test func `compatibility 52: an app unused for 15 days gets no processing until it is opened`() {
    var device = VirtualDevice.furnished()
    device.exit(device.openByUser(), .exited(0))
    device.advance(.days(15))
    device.submit(.processing, "a")
    #expect(device.reasons("a") == ["appNotUsedSince"])
    _ = device.openByUser()
    device.advance(device.engine.policy.settleTime)
    #expect(device.delivered == ["a"])
  }

  @Test func `opening an app through the daemon counts as one visit`() {
    var device = VirtualDevice.furnished()
    device.send(.appOpened(.reader, device.ticket()))
    let usage = device.engine.overview(of: .reader)?.record.usage
    #expect(usage?.byHourOfDay.reduce(0, +) == 1)
  }
}
