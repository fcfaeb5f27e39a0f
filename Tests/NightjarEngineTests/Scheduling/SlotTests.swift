// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// How many tasks run together, and which comes first.
@Suite struct SlotTests {
  @Test func `two scheduled tasks run together and one of them may be processing`() {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "a")
    device.submit(.processing, "b")
    device.submit(.refresh, "c")
    device.submit(.refresh, "d", .other)
    #expect(device.delivered == ["a", "c"])
    #expect(device.reasons("b") == ["noSlot"])
    #expect(device.reasons("d", .other) == ["noSlot"])
    device.complete("a")
    #expect(device.delivered == ["a", "c", "b"])
    device.complete("c")
    #expect(device.delivered == ["a", "c", "b", "d"])
  }

  @Test func `who became eligible first starts first, whatever the kind`() {
    var device = VirtualDevice.furnished { $0.slots = 1 }
    device.submit(.refresh, "a")
    device.submit(.processing, "b", after: .seconds(9))
    device.submit(.refresh, "c", .other, after: .seconds(5))
    device.advance(.seconds(10))
    device.complete("a")
    device.complete("c", .other)
    #expect(device.delivered == ["a", "c", "b"])
  }

  @Test func `the reason names who has the slots`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "a")
    device.submit(.processing, "b", .other)
    let statuses = device.engine.statuses(of: RequestKey("b", .other), at: device.now)
    let reason = try #require(statuses.first?.reasons.first)
    #expect(reason == .noSlot(behind: [RequestKey("a")], limit: 1))
  }

  @Test func `compatibility 14: a request for a running task waits until the run has ended`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.submit(.refresh, "a")
    #expect(device.reasons("a") == ["stillRunning"])
    #expect(device.delivered == ["a"])
    device.complete("a")
    #expect(device.delivered == ["a", "a"])
  }

  @Test func `compatibility 40: with full slots continued work fails or waits its turn`() throws {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    for letter in "ab" { device.submit(.continued, "\(letter)") }
    #expect(device.delivered == ["a", "b"])
    let failing = try device.refused(.continued, "z", strategy: .fail)
    #expect(failing.code == .immediateRunIneligible)
    #expect(failing.facts == ["Reason": .text("slots")])
    for letter in "cdefghij" { #expect(device.submit(.continued, "\(letter)") == nil) }
    let ninth = try device.refused(.continued, "k")
    #expect(ninth.code == .tooManyPendingTaskRequests)
    #expect(ninth.facts["Pending Limit"] == .number(8))
    device.complete("b")
    device.complete("a")
    #expect(device.delivered == ["a", "b", "c", "d"])
  }

  @Test func `four continued tasks run on the device and two of each app`() {
    var device = VirtualDevice.furnished()
    let third = AppIdentifier("com.x.third")
    device.install(.complete(third))
    for app in [AppIdentifier.reader, .other, third] {
      _ = device.openByUser(app)
      for letter in "abc" { device.submit(.continued, "\(letter)", app) }
    }
    #expect(device.engine.runningCount == 4)
    #expect(device.reasons("c") == ["noSlot"].repeated(2))
    device.complete("a")
    #expect(device.states("c") == [.running])
  }

  @Test func `a launch that is not over does not let an app have more than its share`() throws {
    var device = VirtualDevice.furnished()
    let process = device.openByUser(finishes: false)
    for letter in "abcd" { device.submit(.continued, "\(letter)") }
    device.send(.appFinishedLaunching(.reader, process))
    #expect(device.delivered == ["a", "b"])
    device.send(.cancelled(RequestKey("c"), device.ticket()))
    device.complete("a")
    #expect(device.delivered == ["a", "b", "d"])
  }

  @Test func `withdrawing a continued request in its launch makes room for the next`() {
    var device = VirtualDevice.furnished()
    let process = device.openByUser(finishes: false)
    for letter in "abc" { device.submit(.continued, "\(letter)") }
    device.send(.cancelled(RequestKey("a"), device.ticket()))
    device.send(.appFinishedLaunching(.reader, process))
    #expect(device.delivered == ["b", "c"])
  }
}

extension Array {
  fileprivate func repeated(_ count: Int) -> Self {
    (0..<count).flatMap { _ in self }
  }
}
