// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks

/// What the app does in the background.
struct BackgroundWork: Sendable {
  /// The identifiers, as `Info.plist` permits them.
  private enum Identifier {
    static let refresh = "org.nightjar.TideTable.refresh"
    static let recompute = "org.nightjar.TideTable.recompute"
    static let export = "org.nightjar.TideTable.export"
  }

  let readings = Readings()

  /// Registers the handlers; every launch has to, before it ends.
  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Identifier.refresh, using: nil) { task in
      // The next one first: whatever becomes of this one, there will be another.
      scheduleRefresh()
      run(task) { _ = await readings.fetch() }
    }
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: Identifier.recompute,
      using: nil
    ) { task in
      run(task) { try await readings.recompute() }
    }
  }

  /// Asks for new readings in a quarter of an hour or later.
  func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    submit(request)
  }

  /// Asks for a night in which to compute the year's tides anew.
  func scheduleRecomputing() {
    let request = BGProcessingTaskRequest(identifier: Identifier.recompute)
    request.requiresExternalPower = true
    request.earliestBeginDate = Date(timeIntervalSinceNow: 6 * 60 * 60)
    submit(request)
  }

  /// Exports what the user asked for; it goes on when the app leaves the front.
  func startExport() {
    let identifier = "\(Identifier.export).\(UUID().uuidString)"
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      run(task) { try await readings.export(reportingTo: task.progress) }
    }
    submit(
      BGContinuedProcessingTaskRequest(
        identifier: identifier,
        title: "Exporting the tide table",
        subtitle: "12 months"
      )
    )
  }

  private func submit(_ request: BGTaskRequest) {
    let identifier = request.identifier
    BGTaskScheduler.shared.submitTaskRequest(request) { error in
      if let error { NSLog("\(identifier) was refused: \(error)") }
    }
  }

  /// Does a task's work as a Swift task that expiry cancels, and completes the task once.
  private func run(_ task: BGTask, _ work: @escaping @Sendable () async throws -> Void) {
    let running = Task {
      let result = await Result { try await work() }
      let success = (try? result.get()) != nil
      NSLog("\(task.identifier) \(success ? "done" : "not done")")
      task.setTaskCompleted(success: success)
    }
    // Nothing else is needed: the cancelled work throws, and completes the task with false.
    task.expirationHandler = { running.cancel() }
  }
}

extension Result where Failure == any Error {
  /// Takes what an asynchronous piece of work returns or throws.
  fileprivate init(_ work: () async throws -> Success) async {
    do {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
