// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Testing

struct RequestTests {
  @Test func `defaults are Apple's`() {
    let processing = BGProcessingTaskRequest(identifier: "p")
    #expect(!processing.requiresExternalPower && !processing.requiresNetworkConnectivity)
    #expect(processing.earliestBeginDate == nil)
    let health = BGHealthResearchTaskRequest(identifier: "h")
    #expect(
      health.protectionTypeOfRequiredData == "NSFileProtectionCompleteUntilFirstUserAuthentication"
    )
    let continued = BGContinuedProcessingTaskRequest(identifier: "c", title: "t", subtitle: "s")
    #expect(continued.strategy == .queue)
    #expect(continued.requiredResources == [])
    #expect(BGContinuedProcessingTaskRequest.Resources.gpu.rawValue == 1)
    #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.fail.rawValue == 0)
    #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.queue.rawValue == 1)
  }

  @Test func `a copy has the class and the properties, and is independent`() throws {
    let request = BGContinuedProcessingTaskRequest(identifier: "c", title: "t", subtitle: "s")
    request.strategy = .fail
    request.requiredResources = .gpu
    request.earliestBeginDate = Date(timeIntervalSince1970: 1)
    let copy = try #require(request.copy() as? BGContinuedProcessingTaskRequest)
    #expect(copy !== request)
    #expect(copy.identifier == "c" && copy.title == "t" && copy.subtitle == "s")
    #expect(copy.strategy == .fail && copy.requiredResources == .gpu)
    #expect(copy.earliestBeginDate == request.earliestBeginDate)
    copy.title = "other"
    copy.earliestBeginDate = nil
    #expect(request.title == "t" && request.earliestBeginDate != nil)
    let health = BGHealthResearchTaskRequest(identifier: "h")
    health.requiresExternalPower = true
    health.requiresNetworkConnectivity = true
    health.protectionTypeOfRequiredData = "x"
    let other = try #require(health.copy() as? BGHealthResearchTaskRequest)
    #expect(other.requiresExternalPower && other.requiresNetworkConnectivity)
    #expect(other.protectionTypeOfRequiredData == "x")
    #expect(BGAppRefreshTaskRequest(identifier: "a").copy() is BGAppRefreshTaskRequest)
    let processing = try #require(
      BGProcessingTaskRequest(identifier: "p").copy() as? BGProcessingTaskRequest
    )
    #expect(!(processing is BGHealthResearchTaskRequest))
  }

  @Test func `a request is described as devices log it`() {
    let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
    #expect(
      request.description
        == "<BGAppRefreshTaskRequest: org.example.refresh, earliestBeginDate: (null)>"
    )
  }
}
