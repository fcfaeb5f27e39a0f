// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What bytes on metered networks cost: spec 5.5, and gate G10 for discretionary transfers.
@Suite struct DataBudgetTests {
  private static let megabyte: Int64 = 1_000_000

  /// A device on a metered network, whose transfers do not wait for a free one.
  private static func metered(_ tune: (inout Policy) -> Void = { _ in }) -> VirtualDevice {
    var device = VirtualDevice.furnished(isChoosy: true) { policy in
      policy.gates = policy.gates.without([.metered])
      tune(&policy)
    }
    device.change(.network(.metered))
    return device
  }

  private static func level(_ device: VirtualDevice) -> BudgetLevel? {
    device.engine.budgetLevels(of: .reader, at: device.now).first { $0.budget == .meteredData }
  }

  @Test func `G10: twenty megabytes are spent, and one is back after 72 minutes`() throws {
    var device = Self.metered()
    device.send(.dataMoved(.reader, bytes: 20 * Self.megabyte))
    let level = try #require(Self.level(device))
    #expect(level.spent == 20 && level.limit == 20)
    #expect(level.refillsAt == device.wall + .minutes(72))
    device.create("t", isFromBackground: true)
    #expect(device.transfersStarted.isEmpty)
    #expect(device.wakesAt == device.now + .minutes(72))
    device.advance(.minutes(71))
    #expect(device.transfersStarted.isEmpty)
    device.advance(.minutes(1))
    #expect(device.transfersStarted == ["t"])
  }

  @Test func `a day brings twenty megabytes back, steadily`() {
    var device = Self.metered()
    device.send(.dataMoved(.reader, bytes: 20 * Self.megabyte))
    device.advance(.hours(12))
    #expect(Self.level(device)?.spent == 10)
    device.advance(.hours(12))
    #expect(Self.level(device) == nil)
  }

  @Test func `a spent data budget holds neither what is free nor what the user waits for`() {
    var device = Self.metered()
    device.send(.dataMoved(.reader, bytes: 30 * Self.megabyte))
    device.create("front", isFromBackground: false)
    #expect(device.transfersStarted == ["front"])
    device.create("back", isFromBackground: true)
    #expect(device.transfersStarted == ["front"])
    device.change(.network(.unmetered))
    #expect(device.transfersStarted == ["front", "back"])
  }

  @Test(arguments: [Int64.max, 1 << 40, 23 * megabyte])
  func `a budget is overdrawn by three megabytes at most`(bytes: Int64) {
    var device = Self.metered()
    device.send(.dataMoved(.reader, bytes: bytes))
    device.send(.dataMoved(.reader, bytes: bytes))
    #expect(Self.level(device)?.spent == 23)
    #expect(Self.level(device)?.refillsAt == device.wall + .minutes(72 * 4))
  }

  @Test func `bytes cost nothing on a free network, in the foreground, or when there are none`() {
    var device = Self.metered()
    device.send(.dataMoved(.reader, bytes: 0))
    device.send(.dataMoved(.reader, bytes: -5))
    device.send(.dataMoved(AppIdentifier("com.x.unknown"), bytes: 5))
    device.change(.network(.unmetered))
    device.send(.dataMoved(.reader, bytes: 5 * Self.megabyte))
    device.change(.network(.metered))
    _ = device.openByUser()
    device.send(.dataMoved(.reader, bytes: 5 * Self.megabyte))
    #expect(device.engine.overview(of: .reader)?.record.meters.dataFullAt == nil)
  }

  @Test func `a server has no data budget`() {
    var device = VirtualDevice.furnished(.mains)
    device.change(.network(.metered))
    device.send(.dataMoved(.reader, bytes: 50 * Self.megabyte))
    #expect(device.engine.budgetLevels(of: .reader, at: device.now).isEmpty)
  }

  @Test func `a clock that is set does not bring bytes back`() {
    var device = Self.metered()
    device.send(.dataMoved(.reader, bytes: 20 * Self.megabyte))
    device.send(.clockChanged(WallOffset(wall: device.wall + .days(1), at: device.now)))
    #expect(Self.level(device)?.spent == 20)
  }

  @Test func `parts of a megabyte add up`() {
    var device = Self.metered()
    for _ in 0..<8 { device.send(.dataMoved(.reader, bytes: 250_000)) }
    #expect(Self.level(device)?.spent == 2)
    device.send(.dataMoved(.reader, bytes: 1))
    #expect(Self.level(device)?.spent == 3)
  }

  @Test func `a spent budget says how much is spent, of how much, and when it refills`() throws {
    var device = VirtualDevice.furnished(isChoosy: true) { policy in
      policy.score = nil
      policy.refreshBudget.capacity = 2
    }
    device.submit(.refresh, "a")
    let process = try #require(device.run("a").flatMap { device.engine.run($0)?.run.process })
    device.send(.processMeasured(.reader, process, ResourceUse()))
    device.send(.processMeasured(.reader, process, ResourceUse(cpu: .seconds(21))))
    device.complete("a")
    let refill = (device.wall + .hours(1)).rfc3339
    device.submit(.refresh, "a")
    let status = try #require(device.engine.statuses(of: RequestKey("a"), at: device.now).first)
    let reason = try #require(status.reasons.first)
    #expect(reason.name == "budgetSpent")
    #expect(reason.seen == "2 of 2 refresh launches spent")
    #expect(reason.needed == "a refill at \(refill)")
  }
}
