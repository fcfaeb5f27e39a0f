// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

/// The seven factors by their names, as an app's author meets them.
struct FactorTests {
  /// A change that holds a refresh, the reason's name, and the change that frees it.
  struct Factor: Sendable, CustomTestStringConvertible {
    let reason: String
    let hold: @Sendable (TestDevice, TestApp) async -> Void
    let free: @Sendable (TestDevice, TestApp) async -> Void
    var testDescription: String { reason }
  }

  static let factors = [
    Factor(
      reason: "lowPowerMode",
      hold: { device, _ in await device.setLowPowerMode(true) },
      free: { device, _ in await device.setLowPowerMode(false) }
    ),
    Factor(
      reason: "lowBattery",
      hold: { device, _ in
        await device.setPower(.battery)
        await device.setBattery(percent: 10)
      },
      free: { device, _ in await device.setPower(.external) }
    ),
    Factor(
      reason: "refreshSwitchedOff",
      hold: { device, _ in await device.setBackgroundRefresh(false) },
      free: { device, _ in await device.setBackgroundRefresh(true) }
    ),
    Factor(
      reason: "refreshSwitchedOff",
      hold: { _, app in await app.setBackgroundRefresh(false) },
      free: { _, app in await app.setBackgroundRefresh(true) }
    ),
    Factor(
      reason: "forceQuit",
      hold: { _, app in await app.forceQuit() },
      free: { _, app in await app.open() }
    ),
    Factor(
      reason: "overheated",
      hold: { device, _ in await device.setThermalState(.serious) },
      free: { device, _ in await device.setThermalState(.fair) }
    ),
  ]

  @Test(arguments: factors)
  func `a factor holds a refresh by name, and lets it go`(factor: Factor) async throws {
    let device = TestDevice(.phone)
    let app = FeedApp().install(on: device)
    try await app.perform { try FeedApp.submitRefresh(after: 60) }
    await app.leave()
    await factor.hold(device, app)
    await device.advance(by: .seconds(7200))
    #expect(app.runs(of: FeedApp.refresh).isEmpty)
    #expect(app.reasons(for: FeedApp.refresh).map(\.name).contains(factor.reason))
    await factor.free(device, app)
    await device.advance(by: .seconds(4 * 3600))
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success, "\(device.timeline)")
  }

  @Test func `an app that nobody has used for two weeks gets no processing`() async throws {
    let device = TestDevice(.phone)
    let app = FeedApp().install(on: device)
    await app.open()
    await app.leave()
    await device.setInUse(false)
    await device.advance(by: .seconds(15 * 86_400))
    // Code of the app that runs without the user, as at a push.
    try await app.perform { try await FeedApp.submitCleaning() }
    await device.advance(by: .seconds(86_400))
    #expect(app.reasons(for: FeedApp.cleaning).map(\.name) == ["appNotUsedSince"])
    await app.open()
    await app.leave()
    await device.setInUse(false)
    await device.advance(by: .seconds(86_400))
    #expect(try app.requireRun(of: FeedApp.cleaning).outcome == .success, "\(device.timeline)")
  }

  @Test func `two refreshes are a quarter of an hour apart, and the second says why it waits`()
    async throws
  {
    let device = TestDevice(.phone)
    let app = FeedApp.repeating().install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    await app.leave()
    await device.advance(by: .seconds(12 * 3600))
    let starts = app.runs(of: FeedApp.refresh).map(\.startedAt)
    #expect(starts.count > 4)
    for (earlier, later) in zip(starts, starts.dropFirst()) {
      #expect(later.timeIntervalSince(earlier) >= 900)
    }
    let seen = try #require(starts.last)
    while app.runs(of: FeedApp.refresh).last?.startedAt == seen {
      await device.advance(by: .seconds(60))
    }
    let last = try app.requireRun(of: FeedApp.refresh).startedAt
    let limit = app.reasons(for: FeedApp.refresh).first { $0.name == "rateLimited" }
    #expect(limit?.clearsAt == last.addingTimeInterval(900), "\(device.timeline)")
  }

  @Test func `who refreshes without a pause has spent the budget, and is told the refill`()
    async throws
  {
    let device = TestDevice(.phone)
    let app = FeedApp.repeating().install(on: device)
    await app.open()
    try await app.perform { try FeedApp.submitRefresh() }
    await app.leave()
    var spent: HoldReason?
    for _ in 0..<96 where spent == nil {
      await device.advance(by: .seconds(900))
      spent = app.reasons(for: FeedApp.refresh).first { $0.name == "budgetSpent" }
    }
    let refill = try #require(spent?.clearsAt, "\(device.timeline)")
    #expect(refill > device.now)
    let count = app.runs(of: FeedApp.refresh).count
    #expect(count > 12)
    await device.advance(to: refill.addingTimeInterval(-1))
    #expect(app.runs(of: FeedApp.refresh).count == count)
  }
}
