// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Taking back what the store could not write.
@Suite struct SaveFailureTests {
  /// The changes of the effects since a point, newest first.
  private func unsaved(_ device: VirtualDevice, since start: Int) -> [StateChange] {
    device.effects[start...].compactMap { effect -> StateChange? in
      if case .save(let change) = effect, change.mustBeDurable { change } else { nil }
    }.reversed()
  }

  private func fail(_ device: inout VirtualDevice, since start: Int) {
    device.send(.saveFailed(unsaved(device, since: start)))
  }

  @Test func `a submission that was not saved is not pending`() {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    let start = device.effects.count
    device.submit(.processing, "a")
    fail(&device, since: start)
    #expect(device.engine.pendingCount == 0)
  }

  @Test func `a replacement that was not saved leaves the old request`() {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    device.submit(.processing, "a", conditions: .network)
    let before = device.engine.pending(of: .reader)
    let start = device.effects.count
    device.submit(.refresh, "a")
    device.submit(.processing, "a")
    fail(&device, since: start)
    #expect(device.engine.pending(of: .reader) == before)
  }

  @Test func `a cancellation that was not saved leaves the request`() {
    var device = VirtualDevice.furnished(device: DeviceState(thermal: .critical))
    device.submit(.processing, "a")
    device.submit(.processing, "b")
    let before = device.engine.pending(of: .reader)
    let start = device.effects.count
    device.send(.cancelledAll(.reader, device.ticket()))
    device.submit(.refresh, "b")
    fail(&device, since: start)
    #expect(device.engine.pending(of: .reader) == before)
  }

  @Test func `a start that was not saved is tried again after a while`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a", after: .seconds(1))
    let start = device.effects.count
    device.advance(.seconds(1))
    fail(&device, since: start)
    #expect(device.reasons("a") == ["storageUnavailable"])
    #expect(device.engine.runningCount == 0)
    device.advance(.seconds(5))
    #expect(device.states("a") == [.running])
    #expect(device.deliveries.map(\.number.rawValue) == [1, 2])
  }

  @Test func `a successor gives way to the request whose start was not saved`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a", after: .seconds(1))
    let start = device.effects.count
    device.advance(.seconds(1))
    device.submit(.refresh, "a", after: .hours(3))
    fail(&device, since: start)
    #expect(device.engine.pending(of: .reader).map(\.number.rawValue) == [1])
    #expect(device.engine.runningCount == 0)
  }

  @Test func `others that waited for the slot start when a start is taken back`() {
    var device = VirtualDevice.furnished { $0.slots = 1 }
    device.submit(.refresh, "a", after: .seconds(1))
    let start = device.effects.count
    device.advance(.seconds(1))
    let changes = unsaved(device, since: start)
    device.submit(.refresh, "b", .other)
    #expect(device.delivered == ["a"])
    device.send(.saveFailed(changes))
    #expect(device.delivered == ["a", "b"])
  }

  @Test func `a submission taken back in its launch gives its slot back`() {
    var device = VirtualDevice.furnished { $0.slots = 1 }
    device.launchBehaviour = .hangs
    let start = device.effects.count
    device.submit(.refresh, "a")
    let changes = unsaved(device, since: start)
    device.launchBehaviour = .works
    device.submit(.refresh, "b", .other)
    #expect(device.delivered.isEmpty)
    device.send(.saveFailed(changes))
    #expect(device.delivered == ["b"])
  }

  @Test func `what the system dropped stays dropped`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    for letter in "abc" { device.submit(.continued, "\(letter)") }
    let start = device.effects.count
    device.change(.continued(false))
    fail(&device, since: start)
    #expect(device.engine.pendingCount == 0)
  }

  @Test func `an effect that takes something back stands without its save`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    let run = try #require(device.deliveries.first)
    #expect(Effect.expire(run, .user, until: device.now).standsWithoutSave)
    #expect(!Effect.deliver(run).standsWithoutSave)
    #expect(!Effect.accept(Ticket(rawValue: 1), replaced: false).standsWithoutSave)
  }
}
