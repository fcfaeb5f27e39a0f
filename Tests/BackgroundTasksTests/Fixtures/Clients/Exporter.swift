// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// Apps written for Apple force the class of a task, and so do these.
// swift-format-ignore-file: NeverForceUnwrap

import BackgroundTasks

/// Work that the user starts and watches, registered under an identifier of its own.
final class Exporter: Sendable {
  func export(_ names: [String]) throws {
    let identifier = "com.example.studio.export.\(UUID().uuidString)"
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      self.run(names, task)
    }
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier,
      title: "Export",
      subtitle: "\(names.count) files"
    )
    request.strategy = .fail
    if BGTaskScheduler.supportedResources.contains(.gpu) { request.requiredResources = .gpu }
    BGTaskScheduler.shared.submitTaskRequest(request) { error in
      if let error = error as? BGTaskScheduler.Error {
        switch error.code {
        case .immediateRunIneligible: print("later")
        case .unavailable, .tooManyPendingTaskRequests, .notPermitted: print("not at all")
        @unknown default: print("something new")
        }
      }
    }
  }

  private func run(_ names: [String], _ task: BGContinuedProcessingTask) {
    task.progress.totalUnitCount = Int64(names.count)
    let isStopped = Box(false)
    task.expirationHandler = {
      isStopped.value = true
      if task.expirationReason == .user { print("stopped by the user") }
    }
    for name in names where !isStopped.value {
      task.updateTitle(task.title, subtitle: name)
      task.progress.completedUnitCount += 1
    }
    task.setTaskCompleted(success: !isStopped.value)
  }
}

/// A value behind a lock, as apps have them.
private final class Box: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Bool

  init(_ value: Bool) {
    stored = value
  }

  var value: Bool {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}
