// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Floors and the clock that they are read on.
@Suite struct FloorTests {
  @Test func `a floor is met to the nanosecond by one wake-up`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a", after: .hours(1))
    #expect(device.wakesAt == device.now + .hours(1))
    device.advance(.hours(1) - TimeSpan(nanoseconds: 1))
    #expect(device.delivered.isEmpty)
    #expect(device.reasons("a") == ["notBefore"])
    device.advance(TimeSpan(nanoseconds: 1))
    #expect(try #require(device.deliveries.first).startedWall == VirtualDevice.epoch + .hours(1))
  }

  @Test func `compatibility 29: no floor is violated in 1000 random schedules`() {
    var random = SplitMix64(seed: 29)
    for _ in 0..<1000 {
      var device = VirtualDevice.furnished()
      for name in ["a", "b", "c", "d"] {
        device.submit(.processing, name, after: .seconds(Int64(random.below(600)) - 60))
      }
      for _ in 0..<12 {
        device.advance(.seconds(Int64(random.below(120))))
        if random.chance(20) { shiftClock(&device, by: .seconds(Int64(random.below(600)) - 300)) }
        for name in device.delivered { device.complete(name) }
      }
      for run in device.deliveries {
        #expect(run.startedWall >= run.consumed.request.earliestBegin ?? run.startedWall)
      }
    }
  }

  @Test func `setting the clock forward passes floors at once`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a", after: .hours(1))
    shiftClock(&device, by: .hours(1))
    #expect(device.delivered == ["a"])
  }

  @Test func `setting the clock back moves floors away and keeps the order of submission`() {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "p")
    device.submit(.processing, "a", after: .hours(1))
    shiftClock(&device, by: .hours(-5))
    device.submit(.processing, "b")
    #expect(device.wakesAt > device.now)
    device.complete("p")
    #expect(device.delivered == ["p", "b"])
    device.complete("b")
    device.advance(.hours(5) + .minutes(59))
    #expect(device.delivered == ["p", "b"])
    device.advance(.minutes(1))
    #expect(device.delivered == ["p", "b", "a"])
  }

  @Test func `nobody is woken for a floor that a closed gate makes idle`() {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    device.submit(.refresh, "a", after: .hours(1))
    #expect(device.wakesAt == .distantFuture)
    device.change(.thermal(.nominal))
    #expect(device.wakesAt == device.now + .hours(1))
  }

  @Test(arguments: [Int64.max, .max - 1, .min])
  func `a floor at the end of time never traps`(nanoseconds: Int64) {
    var device = VirtualDevice.furnished()
    let request = TaskRequest(
      key: RequestKey("a"),
      kind: .refresh,
      earliestBegin: WallTime(nanoseconds: nanoseconds)
    )
    device.send(.submitted(request, device.ticket()))
    #expect(device.delivered.isEmpty == (nanoseconds > 0))
  }

  @Test func `compatibility 45: a continued request ignores its floor`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    device.submit(.continued, "a", after: .days(1))
    #expect(device.delivered == ["a"])
  }

  private func shiftClock(_ device: inout VirtualDevice, by span: TimeSpan) {
    let offset = device.engine.wallOffset.nanoseconds + span.nanoseconds
    device.send(.clockChanged(WallOffset(nanoseconds: offset)))
  }
}
