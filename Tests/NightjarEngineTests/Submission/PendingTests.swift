// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Limits, replacement, order and withdrawal: 2.3 and 2.4.
@Suite struct PendingTests {
  /// A device on which nothing scheduled starts.
  private func hotDevice() -> VirtualDevice {
    .furnished(device: DeviceState(thermal: .critical))
  }

  @Test func `compatibility 12: the same identifier again replaces the request`() {
    var device = hotDevice()
    device.submit(.refresh, "a")
    let first = device.engine.pending(of: .reader)
    #expect(device.submit(.processing, "a") == nil)
    let second = device.engine.pending(of: .reader)
    #expect(second.map(\.request.kind) == [.processing])
    #expect(second[0].number > first[0].number)
    #expect(device.logged.contains(.replaced(RequestKey("a"))))
  }

  @Test func `compatibility 13: a second refresh identifier is one too many`() throws {
    var device = hotDevice()
    device.submit(.refresh, "a")
    let error = try device.refused(.refresh, "b")
    #expect(error.code == .tooManyPendingTaskRequests)
    #expect(
      error.facts == ["Pending Limit": .number(1), "Pending Identifiers": .texts(["a"])]
    )
    #expect(device.isPending("a"))
  }

  @Test func `compatibility 13: ten processing identifiers pass and a refresh still fits`() throws {
    var device = hotDevice()
    for (index, letter) in "abcdefghij".enumerated() {
      #expect(device.submit(index == 3 ? .healthResearch : .processing, "\(letter)") == nil)
    }
    let error = try device.refused(.processing, "k")
    #expect(error.code == .tooManyPendingTaskRequests)
    #expect(error.facts["Pending Limit"] == .number(10))
    #expect(device.submit(.processing, "a") == nil)
    #expect(device.submit(.refresh, "r") == nil)
    #expect(device.submit(.processing, "k", .other) == nil)
  }

  @Test func `compatibility 15 and 22: a pending request keeps every property`() throws {
    var device = hotDevice()
    device.submit(.processing, "a", after: .hours(2), conditions: [.network, .externalPower])
    let request = try #require(device.engine.pending(of: .reader).first?.request)
    #expect(request.earliestBegin == device.wall + .hours(2))
    #expect(request.conditions == [.network, .externalPower])
    let health = TaskRequest(
      key: RequestKey("h"),
      kind: .healthResearch,
      protectionType: "NSFileProtectionComplete"
    )
    device.send(.submitted(health, device.ticket()))
    #expect(device.engine.pending(of: .reader).last?.request == health)
  }

  @Test func `compatibility 16: a floor in eight days is accepted and advised against`() {
    var device = VirtualDevice.furnished()
    #expect(device.submit(.refresh, "a", after: .days(8)) == nil)
    #expect(device.logged.contains(.farFloor(RequestKey("a"))))
    #expect(device.isPending("a"))
  }

  @Test(arguments: [nil, TimeSpan.seconds(-60)])
  func `compatibility 16: without a floor a request is eligible at once`(floor: TimeSpan?) {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a", after: floor)
    #expect(device.delivered == ["a"])
  }

  @Test func `compatibility 21: the list is in the order of submission`() {
    var device = hotDevice()
    for name in ["c", "a", "b"] { device.submit(.processing, name) }
    device.submit(.processing, "c")
    let names = device.engine.pending(of: .reader).map(\.request.key.task.rawValue)
    #expect(names == ["a", "b", "c"])
    #expect(device.engine.pending(of: .other).isEmpty)
  }

  @Test func `compatibility 23: cancelling touches the pending requests of one app only`() {
    var device = hotDevice()
    for name in ["a", "b", "c"] { device.submit(.processing, name) }
    device.submit(.processing, "a", .other)
    let one = device.send(.cancelled(RequestKey("b"), Ticket(rawValue: 71)))
    #expect(one.contains(.confirmCancel(Ticket(rawValue: 71), count: 1)))
    let none = device.send(.cancelled(RequestKey("z"), Ticket(rawValue: 72)))
    #expect(none == [.confirmCancel(Ticket(rawValue: 72), count: 0)])
    let all = device.send(.cancelledAll(.reader, Ticket(rawValue: 73)))
    #expect(all.contains(.confirmCancel(Ticket(rawValue: 73), count: 2)))
    #expect(device.engine.pending(of: .reader).isEmpty)
    #expect(device.isPending("a", .other))
  }

  @Test func `compatibility 23: cancelling while running takes the successor only`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.submit(.refresh, "a")
    #expect(device.states("a") == [.running, .pending])
    device.send(.cancelled(RequestKey("a"), device.ticket()))
    #expect(device.states("a") == [.running])
    device.complete("a")
    #expect(device.endings == ["a success"])
  }

  @Test func `cancelling during the launch leaves a process that is frozen`() {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .hangs
    device.submit(.refresh, "a")
    #expect(device.states("a") == [.launching])
    device.send(.cancelled(RequestKey("a"), device.ticket()))
    let process = device.processes.keys.first
    #expect(process != nil)
    if let process { device.send(.appFinishedLaunching(.reader, process)) }
    device.advance(.seconds(2))
    #expect(device.delivered.isEmpty)
    #expect(device.effects.contains { if case .freeze = $0 { true } else { false } })
  }

  @Test func `replacing during the launch delivers the newer request`() throws {
    var device = VirtualDevice.furnished()
    device.launchBehaviour = .hangs
    device.submit(.refresh, "a")
    device.submit(.refresh, "a")
    let process = try #require(device.processes.keys.first)
    device.send(.appFinishedLaunching(.reader, process))
    #expect(device.deliveries.map(\.consumed.number.rawValue) == [2])
    #expect(device.launches.count == 1)
  }

  @Test func `compatibility 25: an update that no longer lists an identifier drops its request`() {
    var device = hotDevice()
    device.submit(.processing, "a")
    device.submit(.processing, "b")
    var facts = AppFacts.complete(.reader, build: "2")
    facts.permittedIdentifiers = ["b"]
    device.install(facts)
    #expect(!device.isPending("a"))
    #expect(device.isPending("b"))
    #expect(device.logged.contains(.droppedNotPermitted(RequestKey("a"))))
  }
}
