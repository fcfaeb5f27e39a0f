// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// Apps written for Apple force the class of a task, and so do these.
// swift-format-ignore-file: NeverForceUnwrap

import BackgroundTasks

@MainActor
final class FeedKeeper {
  static let id = "org.example.refresh"
  var count = 0
  func start() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.id, using: .main) { task in
      MainActor.assumeIsolated { self.refresh(task as! BGAppRefreshTask) }
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.id, using: nil) { task in
      self.refresh(task as! BGAppRefreshTask)
    }
  }
  func refresh(_ task: BGAppRefreshTask) {
    schedule()
    let work = Task {
      try await Task.sleep(for: .seconds(1))
      task.setTaskCompleted(success: true)
    }
    task.expirationHandler = {
      work.cancel()
      task.setTaskCompleted(success: false)
    }
    if task.expirationReason == .conditionLost(.network) {}
  }
  func schedule() {
    let request = BGAppRefreshTaskRequest(identifier: Self.id)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
    do { try BGTaskScheduler.shared.submit(request) } catch BGTaskScheduler.Error.notPermitted {
    } catch let error as BGTaskScheduler.Error {
      switch error.code {
      case .unavailable: break
      case .tooManyPendingTaskRequests, .notPermitted, .immediateRunIneligible: break
      @unknown default: break
      }
    } catch { print((error as NSError).code) }
  }
  func later() async throws {
    let r = BGProcessingTaskRequest(identifier: "x")
    r.requiresExternalPower = true
    try await BGTaskScheduler.shared.submitTaskRequest(r)
    for p in await BGTaskScheduler.shared.pendingTaskRequests() { print(p.identifier) }
    BGTaskScheduler.shared.getPendingTaskRequests { list in print(list.count) }
    BGTaskScheduler.shared.submitTaskRequest(r) { error in print(error as Any) }
    if BGTaskScheduler.supportedResources.contains(.gpu) {}
  }
}
