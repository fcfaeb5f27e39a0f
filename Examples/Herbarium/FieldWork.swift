// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks

/// What the app does in the background.
struct FieldWork: Sendable {
  static let refresh = "org.nightjar.Herbarium.refresh"
  static let reindex = "org.nightjar.Herbarium.reindex"
  static let export = "org.nightjar.Herbarium.export"

  /// Asks for the next run of both tasks.
  func schedule() {
    scheduleRefresh()
    let request = BGProcessingTaskRequest(identifier: Self.reindex)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 6 * 60 * 60)
    submit(request)
  }

  /// Asks for the next refresh.
  func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: Self.refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    submit(request)
  }

  /// Collects what is new.
  func collect() async {
    NSLog("collected")
  }

  /// Goes through a large collection, slowly enough to leave the machine to others.
  func reindex() async {
    NSLog("reindexing")
    do {
      for _ in 0..<10_000 { try await Task.sleep(for: .milliseconds(500)) }
      NSLog("reindexed")
    } catch {
      NSLog("reindexing was cancelled")
    }
  }

  /// Exports what the user asked for; it goes on when the app leaves the front.
  func startExport() {
    let identifier = "\(Self.export).\(UUID().uuidString)"
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      let work = Task {
        task.progress.totalUnitCount = 20
        for _ in 0..<20 where !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(200))
          task.progress.completedUnitCount += 1
        }
        task.setTaskCompleted(success: !Task.isCancelled)
      }
      task.expirationHandler = { work.cancel() }
    }
    submit(
      BGContinuedProcessingTaskRequest(
        identifier: identifier,
        title: "Exporting the herbarium",
        subtitle: "20 sheets"
      )
    )
  }

  private func submit(_ request: BGTaskRequest) {
    let identifier = request.identifier
    BGTaskScheduler.shared.submitTaskRequest(request) { error in
      if let error { NSLog("\(identifier) was refused: \(error)") }
    }
  }
}
