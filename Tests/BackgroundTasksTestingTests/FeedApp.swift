// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Synchronization

/// An app as one would write it: it knows nothing of the test.
final class FeedApp: Sendable {
  static let refresh = "com.example.feed.refresh"
  static let cleaning = "com.example.feed.cleaning"

  /// What a handler does with its task.
  typealias Handler = @Sendable (BGTask) -> Void

  private let onRefresh: Handler
  private let onCleaning: Handler

  init(
    onRefresh: @escaping Handler = { $0.setTaskCompleted(success: true) },
    onCleaning: @escaping Handler = { $0.setTaskCompleted(success: true) }
  ) {
    self.onRefresh = onRefresh
    self.onCleaning = onCleaning
  }

  /// One that asks for the next refresh in each.
  static func repeating() -> FeedApp {
    FeedApp(onRefresh: { task in
      try? submitRefresh()
      task.setTaskCompleted(success: true)
    })
  }

  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: nil) {
      [onRefresh] task in onRefresh(task)
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.cleaning, using: nil) {
      [onCleaning] task in onCleaning(task)
    }
  }

  static func submitRefresh(after seconds: TimeInterval? = nil) throws {
    let request = BGAppRefreshTaskRequest(identifier: refresh)
    request.earliestBeginDate = seconds.map { Date(timeIntervalSince1970: 1_705_305_600 + $0) }
    try BGTaskScheduler.shared.submit(request)
  }

  static func submitCleaning(power: Bool = false, network: Bool = false) async throws {
    let request = BGProcessingTaskRequest(identifier: cleaning)
    request.requiresExternalPower = power
    request.requiresNetworkConnectivity = network
    try await BGTaskScheduler.shared.submitTaskRequest(request)
  }

  func install(on device: TestDevice, repeating: Set<String> = []) -> TestApp {
    device.install(
      "com.example.feed",
      permittedIdentifiers: [Self.refresh, Self.cleaning],
      repeating: repeating,
      register: register
    )
  }
}

/// A value that handlers, which run elsewhere, may change.
final class Box<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) {
    state = Mutex(value)
  }

  var value: Value {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
