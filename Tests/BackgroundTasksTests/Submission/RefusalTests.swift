// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarClient
import NightjarModel
import Synchronization
import Testing

@testable import BackgroundTasks

struct RefusalTests {
  private func refusal(
    _ request: BGTaskRequest,
    _ form: SubmitForm,
    by app: VirtualApp
  ) async throws -> NSError {
    let error = try #require(await form.submit(request, to: app.scheduler))
    #expect(error is BGTaskScheduler.Error)
    let bridged = error as NSError
    #expect(bridged.domain == "BGTaskSchedulerErrorDomain")
    #expect((bridged.userInfo[NSDebugDescriptionErrorKey] as? String)?.isEmpty == false)
    return bridged
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 9: an unlisted identifier is refused and named`(
    form: SubmitForm
  )
    async throws
  {
    let app = VirtualApp()
    let error = try await refusal(BGAppRefreshTaskRequest(identifier: "other"), form, by: app)
    #expect(error.code == 3)
    #expect(error.userInfo["Unrecognized Identifier"] as? String == "other")
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 9: a wildcard alone does not permit refresh or processing`(
    form: SubmitForm
  )
    async throws
  {
    let app = VirtualApp()
    let identifier = "org.example.app.export.A"
    app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in }
    for request in [
      BGAppRefreshTaskRequest(identifier: identifier),
      BGProcessingTaskRequest(identifier: identifier),
    ] {
      let error = try await refusal(request, form, by: app)
      #expect(error.code == 3)
      #expect(error.userInfo["Unrecognized Identifier"] as? String == identifier)
    }
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 11: each kind needs its own mode`(form: SubmitForm) async throws {
    for (mode, missing) in [("fetch", "processing"), ("processing", "fetch")] {
      let app = VirtualApp(modes: [mode])
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in }
      let request =
        missing == "fetch"
        ? BGAppRefreshTaskRequest(identifier: VirtualApp.refresh)
        : BGProcessingTaskRequest(identifier: VirtualApp.refresh)
      let error = try await refusal(request, form, by: app)
      #expect(error.code == 3)
      #expect(error.userInfo["Missing Background Mode"] as? String == missing)
    }
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 17: health research needs its entitlement`(form: SubmitForm) async throws {
    let request = BGHealthResearchTaskRequest(identifier: VirtualApp.process)
    for isEntitled in [false, true] {
      let app = VirtualApp(entitlements: isEntitled ? [AppFacts.healthResearchEntitlement] : [])
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.process, using: nil) { _ in }
      if isEntitled {
        #expect(await form.submit(request, to: app.scheduler) == nil)
      } else {
        let error = try await refusal(request, form, by: app)
        #expect(error.code == 3)
        #expect(error.userInfo["Reason"] as? String == "entitlement")
      }
    }
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 17: a request of no known class is refused`(form: SubmitForm) async throws {
    let app = VirtualApp()
    let error = try await refusal(BGTaskRequest(identifier: "other"), form, by: app)
    #expect(error.code == 3)
    #expect(error.userInfo["Reason"] as? String == "request-class")
  }

  @Test(arguments: SubmitForm.allCases)
  func `compatibility 17: what the system refuses reaches the app as it is`(
    form: SubmitForm
  )
    async throws
  {
    let app = VirtualApp()
    app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in }
    for code in 1...4 {
      app.system.state.withLock {
        $0.refusal = SubmissionError(
          SubmissionError.Code(rawValue: code),
          "a sentence",
          facts: [
            "Pending Limit": .number(10), "Pending Identifiers": .texts(["a", "b"]),
            "Denied By": .text("user"),
          ]
        )
      }
      let error = try await refusal(
        BGAppRefreshTaskRequest(identifier: VirtualApp.refresh),
        form,
        by: app
      )
      #expect(error.code == code)
      #expect(error.userInfo[NSDebugDescriptionErrorKey] as? String == "a sentence")
      #expect(error.userInfo["Pending Limit"] as? Int == 10)
      #expect(error.userInfo["Pending Identifiers"] as? [String] == ["a", "b"])
      #expect(error.userInfo["Denied By"] as? String == "user")
    }
  }

  @Test func `compatibility 20: an error can be caught in four ways`() {
    let thrown = BGTaskScheduler.Error(.notPermitted)
    func isCaught(_ body: () throws -> Void) -> Bool {
      do {
        try body()
        return false
      } catch BGTaskScheduler.Error.tooManyPendingTaskRequests {
        return false
      } catch BGTaskScheduler.Error.notPermitted {
        return true
      } catch {
        return false
      }
    }
    #expect(isCaught { throw thrown })
    #expect(!isCaught { throw CancellationError() })
    #expect((thrown as any Error as? BGTaskScheduler.Error)?.code == .notPermitted)
    #expect((thrown as NSError).code == 3)
    #expect((thrown as NSError).domain == BGTaskScheduler.errorDomain)
    #expect(
      thrown.localizedDescription
        == "The operation could not be completed. (BGTaskSchedulerErrorDomain error 3.)"
    )
    let codes: [BGTaskScheduler.Error.Code] = [
      BGTaskScheduler.Error.unavailable, BGTaskScheduler.Error.tooManyPendingTaskRequests,
      BGTaskScheduler.Error.notPermitted, BGTaskScheduler.Error.immediateRunIneligible,
    ]
    #expect(codes.map(\.rawValue) == [1, 2, 3, 4])
  }

  // MARK: - Traps

  @Test(arguments: [0, 1, 2])
  func `compatibility 10: a listed identifier without a handler ends the process with T2`(
    form: Int
  ) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [form] in
      let app = VirtualApp()
      _ = await SubmitForm.allCases[form].submit(
        BGAppRefreshTaskRequest(identifier: VirtualApp.refresh),
        to: app.scheduler
      )
    }
    #expect(
      result.fatalError
        == "BackgroundTasks: no launch handler is registered for \"org.example.app.refresh\"; "
        + "register it before submitting"
    )
  }

  @Test(arguments: [0, 1, 2])
  func `compatibility 7: a late handler traps in all three forms`(form: Int) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [form] in
      let app = VirtualApp(isLaunched: true)
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.process, using: nil) { _ in }
      _ = await SubmitForm.allCases[form].submit(
        BGProcessingTaskRequest(identifier: VirtualApp.process),
        to: app.scheduler
      )
    }
    #expect(result.fatalError?.contains("was registered after launch finished") == true)
  }
}
