// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// Apps written for Apple force the class of a task, and so do these.
// swift-format-ignore-file: NeverForceUnwrap

import BackgroundTasks

/// What the launch of an app without a user interface looks like: a handler for each identifier,
/// and the next request made when the app leaves the front.
final class AppDelegate {
  private let operations = OperationQueue()

  func applicationDidFinishLaunching() {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.news.refresh",
      using: nil
    ) { task in
      self.handleRefresh(task: task as! BGAppRefreshTask)
    }
    let isRegistered = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.news.cleanup",
      using: DispatchQueue.global(qos: .utility),
      launchHandler: { self.handleCleanup(task: $0 as! BGProcessingTask) }
    )
    assert(isRegistered)
  }

  func applicationDidEnterBackground() {
    scheduleRefresh()
    scheduleCleanup()
  }

  private func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.news.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("could not schedule the refresh: \(error)")
    }
  }

  private func scheduleCleanup() {
    let request = BGProcessingTaskRequest(identifier: "com.example.news.cleanup")
    request.requiresNetworkConnectivity = false
    request.requiresExternalPower = true
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.notPermitted {
      print("check the Info.plist")
    } catch let error as BGTaskScheduler.Error where error.code == .unavailable {
      print("background refresh is off")
    } catch {
      print("\((error as NSError).domain) \((error as NSError).code)")
    }
  }

  private func handleRefresh(task: BGAppRefreshTask) {
    scheduleRefresh()
    let operation = BlockOperation { print("fetch") }
    task.expirationHandler = { operation.cancel() }
    operation.completionBlock = { task.setTaskCompleted(success: !operation.isCancelled) }
    operations.addOperation(operation)
  }

  private func handleCleanup(task: BGProcessingTask) {
    let work = Task {
      for _ in 0..<100 {
        try Task.checkCancellation()
        await Task.yield()
      }
      task.setTaskCompleted(success: true)
    }
    task.expirationHandler = {
      work.cancel()
      task.setTaskCompleted(success: false)
    }
  }
}
