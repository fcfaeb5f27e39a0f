// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks

/// The newer forms, from an actor.
actor Study {
  func schedule() async throws {
    let request = BGHealthResearchTaskRequest(identifier: "com.example.study")
    request.protectionTypeOfRequiredData = "NSFileProtectionComplete"
    request.requiresExternalPower = true
    try await BGTaskScheduler.shared.submitTaskRequest(request)
    let pending = await BGTaskScheduler.shared.pendingTaskRequests()
    for other in pending where other.identifier != request.identifier {
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: other.identifier)
    }
    if let copy = request.copy() as? BGHealthResearchTaskRequest { print(copy) }
    BGTaskScheduler.shared.cancelAllTaskRequests()
    BGTaskScheduler.shared.getPendingTaskRequests { print($0.count) }
  }
}

// swift-format-ignore: AvoidRetroactiveConformances
/// An app's own conformance stays possible: it is a warning, not an error.
extension BGTask: @retroactive @unchecked Sendable {}
