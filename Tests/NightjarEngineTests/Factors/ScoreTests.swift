// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Good moments and how long they are waited for: spec 5.4.
@Suite struct ScoreTests {
  @Test func `compatibility 48: a refresh runs 4 h after it became eligible at the latest`() {
    let worst = DeviceState(power: .battery, battery: 20, network: .none, quiet: 0)
    var device = VirtualDevice.furnished(device: worst, isChoosy: true) {
      $0.score?.unknownUsage = 0
    }
    device.submit(.refresh, "a", after: .hours(1))
    device.advance(.hours(1))
    #expect(device.reasons("a") == ["betterMoment"])
    device.advance(.hours(4))
    #expect(device.delivered == ["a"])
  }

  @Test func `compatibility 48: processing runs 48 h after it became eligible at the latest`() {
    let worst = DeviceState(power: .battery, battery: 20, network: .none, quiet: 0)
    var device = VirtualDevice.furnished(device: worst, isChoosy: true)
    device.submit(.processing, "a")
    device.advance(.hours(12))
    #expect(device.reasons("a") == ["betterMoment"])
    device.advance(.hours(36))
    #expect(device.delivered == ["a"])
  }

  @Test func `compatibility 48: processing in the best moment runs at once`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.submit(.processing, "a")
    #expect(device.delivered == ["a"])
  }

  @Test func `compatibility 48: a refresh without a history runs after 1600 s`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.submit(.refresh, "a")
    device.advance(.seconds(1599))
    #expect(device.delivered.isEmpty)
    device.advance(.seconds(1))
    #expect(device.delivered == ["a"])
  }

  @Test func `compatibility 48: a refresh at the hour of the user's habit runs at once`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.openDaily(days: 5)
    device.submit(.refresh, "a")
    #expect(device.delivered == ["a"])
  }

  @Test func `a history that is long enough counts from that moment, also within an hour`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.advance(.minutes(30))
    let first = device.wall
    device.openDaily(days: 2)
    device.advance(first + .days(3) - device.wall - .minutes(10))
    device.submit(.refresh, "a")
    device.advance(.minutes(20))
    #expect(device.deliveries.map(\.startedWall) == [first + .days(3)])
  }

  @Test func `a refresh is held for the hour at which the user tends to come`() {
    var device = VirtualDevice.furnished(
      device: DeviceState(power: .battery, battery: 50, network: .metered),
      isChoosy: true
    )
    device.openDaily(days: 5)
    device.advance(.hours(21))
    let submitted = device.wall
    device.submit(.refresh, "a")
    device.advance(.hours(4))
    let started = device.deliveries.first?.startedWall
    // The chance of use rises an hour before the usual time, at a full hour.
    #expect(
      started.map { UsageHistory.hourOfWeek($0) % 24 } == UsageHistory.hourOfWeek(
        submitted + .hours(2)
      ) % 24
    )
  }

  @Test func `the mains preset waits for no better moment`() {
    var device = VirtualDevice.furnished(
      .mains,
      device: DeviceState(network: .none, quiet: 0),
      isChoosy: true
    )
    device.submit(.refresh, "a")
    #expect(device.delivered == ["a"])
  }

  @Test func `an idle device is woken once, when the moment is good enough`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.submit(.refresh, "a")
    #expect(device.wakesAt == device.now + .seconds(1600))
  }

  @Test func `log line 20: what was decided, once a minute while it waits, and when it runs`() {
    var device = VirtualDevice.furnished(isChoosy: true)
    device.change(.thermal(.serious))
    device.submit(.refresh, "a", after: .minutes(2))
    #expect(
      device.scored == [
        "[Daemon:scoring] \"com.x.reader\" \"a\" score 60.000 threshold 70.000 gates G1,G13 decision wait"
      ]
    )
    device.send(.appRefreshSwitched(.reader, false))
    device.advance(.seconds(59))
    #expect(device.scored.count == 1)
    device.change(.thermal(.nominal))
    device.send(.appRefreshSwitched(.reader, true))
    device.advance(.hours(1))
    #expect(device.scored.count == 2)
    let last = device.scored.last ?? ""
    #expect(last.hasSuffix("gates none decision run"))
    #expect(last.contains("score 62.222 threshold 62.222"))
  }

  @Test func `a server decides without points, and logs none`() {
    var device = VirtualDevice.furnished(.mains)
    device.submit(.refresh, "a", after: .minutes(2))
    device.advance(.minutes(3))
    #expect(device.delivered == ["a"])
    #expect(device.scored.isEmpty)
  }
}

extension VirtualDevice {
  /// The user opens the reader and quits using it, at the same time of so many days.
  mutating func openDaily(days: Int) {
    for _ in 0..<days {
      let process = openByUser()
      exit(process, .exited(0))
      advance(.days(1))
    }
  }

  /// The lines of the log about scores.
  fileprivate var scored: [String] {
    effects.compactMap { effect in
      guard case .log(let line) = effect, line.number == 20 else { return nil }
      return line.text
    }
  }
}
