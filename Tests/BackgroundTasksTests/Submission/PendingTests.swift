// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarClient
import NightjarModel
import NightjarTestSupport
import Synchronization
import Testing

struct PendingTests {
  private func appWithHandlers() -> VirtualApp {
    let app = VirtualApp()
    for identifier in [VirtualApp.refresh, VirtualApp.process, "org.example.app.export.A"] {
      app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in }
    }
    return app
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 12: the same identifier again replaces the request and says so`(
    form: SubmitForm
  ) async throws {
    let app = appWithHandlers()
    #expect(
      await form.submit(
        BGAppRefreshTaskRequest(identifier: VirtualApp.refresh),
        to: app.scheduler
      ) == nil
    )
    let newer = BGProcessingTaskRequest(identifier: VirtualApp.refresh)
    newer.requiresExternalPower = true
    #expect(await form.submit(newer, to: app.scheduler) == nil)
    let pending = await app.scheduler.pendingTaskRequests()
    #expect(pending.count == 1)
    #expect((pending.first as? BGProcessingTaskRequest)?.requiresExternalPower == true)
    #expect(
      app.log.contains(
        "[BackgroundTasks:Framework] replaced pending request \"org.example.app.refresh\""
      )
    )
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 15: a change after the submission has no effect`(
    form: SubmitForm
  )
    async throws
  {
    let app = appWithHandlers()
    let request = BGProcessingTaskRequest(identifier: VirtualApp.process)
    #expect(await form.submit(request, to: app.scheduler) == nil)
    request.requiresExternalPower = true
    request.earliestBeginDate = Date()
    let pending = try #require(
      await app.scheduler.pendingTaskRequests().first as? BGProcessingTaskRequest
    )
    #expect(!pending.requiresExternalPower)
    #expect(pending.earliestBeginDate == nil)
  }

  @Test func `compatibility 16: a floor more than a week ahead is accepted and advised against`()
    async
  {
    let app = appWithHandlers()
    let request = BGAppRefreshTaskRequest(identifier: VirtualApp.refresh)
    let floors: [(Date?, Bool)] = [
      (nil, false), (Date(timeIntervalSinceNow: -9_999), false), (.distantPast, false),
      (Date(timeIntervalSinceNow: 6 * 86_400), false),
      (Date(timeIntervalSinceReferenceDate: .nan), false),
      (Date(timeIntervalSinceNow: 8 * 86_400), true), (.distantFuture, true),
      (Date(timeIntervalSinceReferenceDate: .infinity), true),
    ]
    let line =
      "[BackgroundTasks:Framework] \"org.example.app.refresh\" asks to begin more than 7 days ahead"
    for (floor, isAdvised) in floors {
      request.earliestBeginDate = floor
      let before = app.log.filter { $0 == line }.count
      #expect(await SubmitForm.suspending.submit(request, to: app.scheduler) == nil)
      #expect(
        app.log.filter { $0 == line }.count == before + (isAdvised ? 1 : 0),
        "\(floor as Any)"
      )
    }
  }

  @Test func `compatibility 18: submitting on main works, and is warned of once`() async {
    let app = appWithHandlers()
    let line =
      "[BackgroundTasks:Framework] submit was called on the main thread and may block"
    await MainActor.run {
      for _ in 0..<2 {
        #expect(throws: Never.self) {
          try app.runtime.submit(
            TaskRequest(
              key: RequestKey(
                app: app.runtime.facts.identifier,
                task: TaskIdentifier(VirtualApp.refresh)
              ),
              kind: .refresh
            )
          )
        }
      }
    }
    #expect(app.log.filter { $0 == line }.count == 1)
  }

  @Test func `compatibility 21: both forms list copies in the order of submission`() async {
    let app = appWithHandlers()
    let callback = Signal<[String]>()
    #expect(await app.scheduler.pendingTaskRequests().isEmpty)
    for identifier in [VirtualApp.process, VirtualApp.refresh] {
      let request = BGProcessingTaskRequest(identifier: identifier)
      #expect(await SubmitForm.callback.submit(request, to: app.scheduler) == nil)
    }
    let listed = await app.scheduler.pendingTaskRequests()
    #expect(listed.map(\.identifier) == [VirtualApp.process, VirtualApp.refresh])
    app.scheduler.getPendingTaskRequests { callback.send($0.map(\.identifier)) }
    #expect(await callback.next() == listed.map(\.identifier))
    listed.first?.earliestBeginDate = Date()
    #expect(await app.scheduler.pendingTaskRequests().first?.earliestBeginDate == nil)
  }

  @Test func `compatibility 21: a list that cannot be read is empty, and the log says why`()
    async
  {
    let app = appWithHandlers()
    app.system.state.withLock { $0.failure = ClientError(.daemonUnreachable, "nobody there") }
    #expect(await app.scheduler.pendingTaskRequests().isEmpty)
    #expect(
      app.log == ["[BackgroundTasks:Framework] pending requests could not be read: nobody there"]
    )
  }

  @Test func `compatibility 22: class and every property survive the round trip`() async throws {
    let app = VirtualApp(
      permitted: ["a", "b", "c", "d"],
      entitlements: [AppFacts.healthResearchEntitlement]
    )
    for identifier in ["a", "b", "c", "d"] {
      app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in }
    }
    let refresh = BGAppRefreshTaskRequest(identifier: "a")
    refresh.earliestBeginDate = Date(timeIntervalSinceNow: 3600.123_456_789)
    let process = BGProcessingTaskRequest(identifier: "b")
    process.earliestBeginDate = Date(timeIntervalSince1970: -1.5)
    process.requiresNetworkConnectivity = true
    let health = BGHealthResearchTaskRequest(identifier: "c")
    health.requiresExternalPower = true
    health.protectionTypeOfRequiredData = "NSFileProtectionComplete"
    let continued = BGContinuedProcessingTaskRequest(
      identifier: "d",
      title: "Export",
      subtitle: "3 files"
    )
    continued.strategy = .fail
    continued.requiredResources = .gpu
    for request in [refresh, process, health, continued] {
      #expect(await SubmitForm.suspending.submit(request, to: app.scheduler) == nil)
    }
    let pending = await app.scheduler.pendingTaskRequests()
    try #require(pending.count == 4)
    #expect(type(of: pending[0]) == BGAppRefreshTaskRequest.self)
    #expect(pending[0].earliestBeginDate == refresh.earliestBeginDate)
    let second = try #require(pending[1] as? BGProcessingTaskRequest)
    #expect(second.requiresNetworkConnectivity && !second.requiresExternalPower)
    #expect(second.earliestBeginDate == process.earliestBeginDate)
    let third = try #require(pending[2] as? BGHealthResearchTaskRequest)
    #expect(!third.requiresNetworkConnectivity && third.requiresExternalPower)
    #expect(third.protectionTypeOfRequiredData == "NSFileProtectionComplete")
    let fourth = try #require(pending[3] as? BGContinuedProcessingTaskRequest)
    #expect(fourth.title == "Export" && fourth.subtitle == "3 files")
    #expect(fourth.strategy == .fail && fourth.requiredResources == .gpu)
  }

  @Test func `compatibility 23: cancel withdraws one, an unknown one, all`() async {
    let app = appWithHandlers()
    for identifier in [VirtualApp.process, VirtualApp.refresh] {
      let request = BGProcessingTaskRequest(identifier: identifier)
      #expect(await SubmitForm.suspending.submit(request, to: app.scheduler) == nil)
    }
    app.scheduler.cancel(taskRequestWithIdentifier: "unknown")
    app.scheduler.cancel(taskRequestWithIdentifier: VirtualApp.process)
    #expect(
      await app.scheduler.pendingTaskRequests().map(\.identifier) == [VirtualApp.refresh]
    )
    app.scheduler.cancelAllTaskRequests()
    #expect(await app.scheduler.pendingTaskRequests().isEmpty)
    #expect(app.log.isEmpty)
  }
}
