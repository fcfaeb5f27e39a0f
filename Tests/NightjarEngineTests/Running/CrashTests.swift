// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Completion and crashes: 3.4.
@Suite struct CrashTests {
  /// Crashes without using up the hour that follows.
  private func crashQuickly(_ device: inout VirtualDevice) throws {
    device.submit(.refresh, "a")
    device.exit(try #require(device.deliveries.last).process)
  }

  @Test func `compatibility 38: failure leaves nothing pending`() {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.complete("a", success: false)
    #expect(device.endings == ["a failure"])
    #expect(device.engine.pendingCount == 0)
  }

  @Test func `compatibility 38: the third crash in a row holds the task`() throws {
    var device = VirtualDevice.furnished()
    for count in 1...3 {
      try crashQuickly(&device)
      #expect(device.engine.pendingCount == 0)
      #expect(device.endings.count == count)
      device.advance(.seconds(10))
    }
    #expect(Set(device.endings) == ["a crashed"])
    #expect(device.submit(.refresh, "a") == nil)
    #expect(device.reasons("a") == ["quarantined"])
    #expect(device.states("a") == [.quarantined])
    #expect(device.logged.contains(.quarantined(RequestKey("a"), crashes: 3)))
    device.submit(.processing, "b")
    #expect(device.delivered.last == "b")
  }

  @Test(arguments: [true, false])
  func `a user launch or a new build lifts the quarantine`(byUser: Bool) throws {
    var device = VirtualDevice.furnished()
    for _ in 0..<3 {
      try crashQuickly(&device)
      device.advance(.seconds(10))
    }
    device.submit(.refresh, "a")
    let before = device.delivered.count
    if byUser { _ = device.openByUser() } else { device.install(.complete(.reader, build: "2")) }
    device.advance(device.engine.policy.settleTime)
    #expect(device.delivered.count == before + 1)
  }

  @Test func `after a crash the task is left alone for a growing while`() throws {
    var device = VirtualDevice.furnished()
    try crashQuickly(&device)
    device.submit(.refresh, "a")
    #expect(device.reasons("a") == ["crashedRecently"])
    device.advance(.milliseconds(999))
    #expect(device.delivered.count == 1)
    device.advance(.milliseconds(1))
    #expect(device.delivered.count == 2)
    device.exit(try #require(device.deliveries.last).process)
    device.submit(.refresh, "a")
    device.advance(.milliseconds(1999))
    #expect(device.delivered.count == 2)
    device.advance(.milliseconds(1))
    #expect(device.delivered.count == 3)
  }

  @Test func `a delay that ends behind a closed gate is not forgotten`() throws {
    var device = VirtualDevice.furnished()
    try crashQuickly(&device)
    device.change(.thermal(.critical))
    device.submit(.refresh, "a")
    device.change(.thermal(.nominal))
    #expect(device.reasons("a") == ["crashedRecently"])
    device.advance(.seconds(1))
    #expect(device.delivered.count == 2)
  }

  @Test func `a success ends the row`() throws {
    var device = VirtualDevice.furnished()
    for _ in 0..<2 {
      try crashQuickly(&device)
      device.advance(.seconds(10))
    }
    device.submit(.refresh, "a")
    device.complete("a")
    try crashQuickly(&device)
    device.advance(.seconds(10))
    device.submit(.refresh, "a")
    #expect(device.states("a") == [.running])
  }

  @Test func `compatibility 28: the process is frozen a second after its last task`() throws {
    var device = VirtualDevice.furnished()
    device.submit(.refresh, "a")
    device.submit(.processing, "b")
    #expect(device.launches.count == 1)
    device.advance(.seconds(5))
    device.complete("a")
    device.advance(.seconds(5))
    #expect(freezes(device) == 0)
    device.complete("b")
    device.advance(.milliseconds(999))
    #expect(freezes(device) == 0)
    device.advance(.milliseconds(1))
    #expect(freezes(device) == 1)
    #expect(device.wakesAt == .distantFuture)
    let effects = device.send(
      .submitted(TaskRequest(key: RequestKey("a"), kind: .refresh), device.ticket())
    )
    let thaw = try #require(effects.firstIndex { if case .thaw = $0 { true } else { false } })
    let deliver = try #require(effects.firstIndex { if case .deliver = $0 { true } else { false } })
    #expect(thaw < deliver)
  }

  @Test func `a process of the user's is never frozen`() {
    var device = VirtualDevice.furnished()
    let process = device.openByUser()
    device.send(.appEnteredBackground(.reader, process))
    device.submit(.refresh, "a")
    device.complete("a")
    device.advance(.hours(1))
    #expect(freezes(device) == 0)
  }

  private func freezes(_ device: VirtualDevice) -> Int {
    device.effects.count { if case .freeze = $0 { true } else { false } }
  }
}
