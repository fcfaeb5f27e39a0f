// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Other numbers while the engine is at work.
struct PolicyChangeTests {
  @Test func `more slots let what waited for one start`() {
    var device = VirtualDevice.furnished { $0.slots = 1 }
    device.submit(.refresh, "a")
    device.submit(.refresh, "b", .other)
    #expect(device.delivered == ["a"])
    device.change { $0.slots = 2 }
    #expect(device.delivered == ["a", "b"])
  }

  @Test func `another critical charge counts at once`() {
    var device = VirtualDevice.furnished(.phone)
    device.change(.power(.battery))
    device.change(.battery(25))
    device.change { $0.criticalBattery = 30 }
    device.submit(.processing, "a")
    #expect(device.reasons("a")?.contains("lowBattery") == true)
    device.change { $0.criticalBattery = 20 }
    #expect(device.delivered == ["a"])
  }

  @Test func `a run keeps the time that it was given`() throws {
    var device = VirtualDevice.furnished { $0.refreshTime = .seconds(20) }
    device.submit(.refresh, "a")
    device.change { $0.refreshTime = .seconds(5) }
    device.advance(.seconds(19))
    #expect(device.expiries.isEmpty)
    device.advance(.seconds(1))
    #expect(device.expiries.map(\.task) == ["a"])
    device.complete("a")
    device.submit(.refresh, "a")
    device.advance(.seconds(5))
    #expect(device.expiries.map(\.task) == ["a", "a"])
  }

  @Test func `what an app was opened is forgotten when the user says so`() throws {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    #expect(device.engine.overview(of: .reader)?.record.usage.hours.count == 168)
    let effects = device.send(.appUsageErased(.reader))
    let record = try #require(device.engine.overview(of: .reader)?.record)
    #expect(record.usage == UsageHistory())
    #expect(record.lastForeground != nil)
    #expect(effects.contains(.save(.appSaved(record))))
  }
}
