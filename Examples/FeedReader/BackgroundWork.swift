// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Foundation

/// What the app does in the background: it refreshes its feed, and tidies up on external power.
struct BackgroundWork: Sendable {
  /// The identifiers, as `Info.plist` permits them.
  enum Identifier {
    static let refresh = "org.nightjar.FeedReader.refresh"
    static let reindex = "org.nightjar.FeedReader.reindex"
  }

  let library: Library

  /// Registers the handlers; every launch has to, before it ends.
  ///
  /// The method belongs to no actor, and so neither do the closures in it: handlers that are
  /// registered with `using: nil` run on a background queue.
  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Identifier.refresh, using: nil) { task in
      run(task) { try await refresh() }
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Identifier.reindex, using: nil) { task in
      run(task) { try await reindex() }
    }
  }

  /// Asks for the first run of each task.
  func scheduleAll() async throws {
    // A moment later, so that a person who tries it out can look at what waits.
    try await scheduleRefresh(after: 5)
    try await scheduleReindex(after: 5)
  }

  private func scheduleRefresh(after seconds: TimeInterval = 15 * 60) async throws {
    let request = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: seconds)
    try await BGTaskScheduler.shared.submitTaskRequest(request)
  }

  private func scheduleReindex(after seconds: TimeInterval = 24 * 60 * 60) async throws {
    let request = BGProcessingTaskRequest(identifier: Identifier.reindex)
    request.earliestBeginDate = Date(timeIntervalSinceNow: seconds)
    request.requiresExternalPower = true
    try await BGTaskScheduler.shared.submitTaskRequest(request)
  }

  private func refresh() async throws -> String {
    // The next one first: whatever happens to this run, there will be another.
    try await scheduleRefresh()
    guard let feed = try await library.feed() else { return "no feed" }
    let entries = try await feed.fetch()
    let new = try await library.insert(entries)
    return "\(new) new of \(entries.count) entries"
  }

  private func reindex() async throws -> String {
    try await scheduleReindex()
    let pruned = try await library.prune(keeping: 20)
    try Task.checkCancellation()
    let indexed = try await library.reindex()
    return "\(pruned) pruned, \(indexed) indexed"
  }

  /// Does a task's work as a Swift task that expiry cancels, and completes the task once.
  private func run(_ task: BGTask, _ work: @escaping @Sendable () async throws -> String) {
    let running = Task {
      var success = false
      do {
        await note(task, "done", try await work())
        success = true
      } catch {
        let isCancelled = Task.isCancelled
        await note(task, isCancelled ? "cancelled" : "failed", isCancelled ? "" : "\(error)")
      }
      task.setTaskCompleted(success: success)
    }
    // Nothing else is needed: the cancelled work throws, and completes the task with false.
    task.expirationHandler = { running.cancel() }
  }

  /// Writes down what became of a run, for the person who wonders.
  private func note(_ task: BGTask, _ result: String, _ detail: String) async {
    NSLog("\(task.identifier): \(result): \(detail)")
    do {
      try await library.note(task.identifier, result, detail)
    } catch {
      NSLog("\(task.identifier): cannot be written down, ignoring: \(error)")
    }
  }
}
