// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

/// What holds tasks on a device, and what time, users and reboots do to them.
struct DeviceTests {
  @Test func `a floor is kept and a refresh starts when it has passed`() async throws {
    let device = TestDevice(.mains)
    let app = FeedApp().install(on: device)
    try await app.perform { try FeedApp.submitRefresh(after: 3600) }
    #expect(app.reasons(for: FeedApp.refresh).map(\.name) == ["notBefore"])
    #expect(
      app.reasons(for: FeedApp.refresh).first?.clearsAt == device.now.addingTimeInterval(3600)
    )
    await device.advance(by: .seconds(3599))
    #expect(app.runs(of: FeedApp.refresh).isEmpty)
    await device.advance(by: .seconds(1))
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success)
    #expect(app.pendingTasks.isEmpty)
  }

  @Test func `processing waits for power, a network and an idle device`() async throws {
    let device = TestDevice(.mains)
    await device.setPower(.battery)
    await device.setNetwork(.none)
    let app = FeedApp().install(on: device)
    try await app.perform { try await FeedApp.submitCleaning(power: true, network: true) }
    #expect(
      Set(app.reasons(for: FeedApp.cleaning).map(\.name))
        == ["waitingForExternalPower", "waitingForNetwork", "deviceInUse"]
    )
    await device.setPower(.external)
    await device.setNetwork(.metered)
    #expect(app.runs(of: FeedApp.cleaning).isEmpty)
    await app.leave()
    await device.setInUse(false)
    #expect(app.runs(of: FeedApp.cleaning).map(\.outcome) == [.success])
  }

  @Test func `a condition that is lost takes the task back`() async throws {
    let device = TestDevice(.mains)
    let clock = device.clock
    let app = FeedApp(onCleaning: { task in
      let work = Task { try? await clock.sleep(for: .seconds(3600)) }
      task.expirationHandler = {
        work.cancel()
        task.setTaskCompleted(success: false)
      }
    }).install(on: device)
    try await app.perform { try await FeedApp.submitCleaning(power: true) }
    await app.leave()
    await device.setInUse(false)
    await device.setPower(.battery)
    let run = try app.requireRun(of: FeedApp.cleaning)
    #expect(run.outcome == .expired)
    #expect(run.expirationReason?.lostCondition == .externalPower)
    try device.verify()
  }

  @Test func `requests survive a reboot and a process that ended, handlers are registered anew`()
    async throws
  {
    let device = TestDevice(.mains)
    let launches = Box(0)
    let feed = FeedApp()
    let app = device.install(
      "com.example.feed",
      permittedIdentifiers: [FeedApp.refresh, FeedApp.cleaning]
    ) {
      launches.value += 1
      feed.register()
    }
    try await app.perform { try FeedApp.submitRefresh(after: 3600) }
    #expect(launches.value == 1)
    await app.leave()
    await app.terminate()
    await device.reboot()
    #expect(app.pendingTasks == [FeedApp.refresh])
    await device.advance(by: .seconds(3600))
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success)
    #expect(launches.value == 2)
  }

  @Test func `a run that a reboot cuts off has crashed, and its code is not heard any more`()
    async throws
  {
    let device = TestDevice(.mains)
    let kept = Box<[BGTask]>([])
    let clock = device.clock
    let app = FeedApp(onRefresh: { task in
      kept.value.append(task)
      Task { try? await clock.sleep(for: .seconds(10_000)) }
    }).install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    await device.reboot()
    let outcome = try app.requireRun(of: FeedApp.refresh).outcome
    #expect(outcome == .crashed, "\(device.timeline)")
    kept.value.first?.setTaskCompleted(success: true)
    #expect(device.timeline.contains("nobody hears it"))
  }

  @Test func `the clock of the device can be set`() async throws {
    let device = TestDevice(.mains)
    let app = FeedApp().install(on: device)
    try await app.perform { try FeedApp.submitRefresh(after: 7200) }
    await device.setClock(to: device.now.addingTimeInterval(7200))
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success)
  }

  @Test func `refusals are those of the scheduler`() async throws {
    let device = TestDevice()
    let app = FeedApp().install(on: device)
    await device.setBackgroundRefresh(false)
    await #expect {
      try await app.perform { try FeedApp.submitRefresh() }
    } throws: { error in
      (error as? BGTaskScheduler.Error)?.code == .unavailable
    }
    #expect(device.timeline.contains("refused"))
  }

  @Test func `an app is installed as its Info.plist says`() async throws {
    let file = URL.temporaryDirectory.appending(path: "\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    let plist: [String: Any] = [
      "CFBundleIdentifier": "com.example.plist",
      "BGTaskSchedulerPermittedIdentifiers": [FeedApp.refresh],
      "UIBackgroundModes": ["fetch"],
    ]
    try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
      .write(to: file)
    let device = TestDevice(.mains)
    let app = try device.install(infoPlist: file) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) {
        $0.setTaskCompleted(success: true)
      }
    }
    try await app.perform { try FeedApp.submitRefresh() }
    #expect(try app.requireRun(of: FeedApp.refresh).outcome == .success)
    #expect(throws: TestFailure.self) {
      try device.install(infoPlist: file.appendingPathExtension("missing")) {}
    }
  }

  @Test(arguments: 0..<20)
  func `devices side by side do not see each other, and repeat themselves`(number: Int) async throws
  {
    let device = TestDevice(.phone)
    let app = FeedApp(onRefresh: { task in
      try? FeedApp.submitRefresh()
      task.setTaskCompleted(success: true)
    }).install(on: device)
    try await app.perform { try FeedApp.submitRefresh() }
    await app.leave()
    await device.advance(by: .seconds(12 * 3600))
    #expect(app.runs(of: FeedApp.refresh).count == 23, "\(device.timeline)")
    try device.verify()
  }
}
