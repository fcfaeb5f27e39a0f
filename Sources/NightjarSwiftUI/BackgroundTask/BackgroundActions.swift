// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Foundation
internal import Synchronization

/// Connects the actions of scenes to the scheduler.
enum BackgroundActions {
  /// Registers an action; a second one of the same identifier traps, as any second handler does.
  static func register(
    _ kind: BackgroundTaskKind,
    _ action: @escaping @Sendable @concurrent (String) async -> Void
  ) {
    switch kind {
    case .scheduled(let identifier):
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
        BackgroundRun(task).begin { await action(identifier) }
      }
    case .session:
      FileHandle.standardError.write(
        Data(
          """
          [URLSession:Background] .backgroundTask(.urlSession…) is taken, and never called: this \
          version has no background transfers

          """.utf8
        )
      )
    }
  }
}

/// One run of an action: it completes the task when it returns, and is cancelled when time is up.
private final class BackgroundRun: Sendable {
  private struct State {
    var isExpired = false
    var work: Task<Void, Never>?
  }

  private let task: BGTask
  private let state = Mutex(State())

  init(_ task: BGTask) {
    self.task = task
  }

  func begin(_ action: @escaping @Sendable @concurrent () async -> Void) {
    // Set before the work begins, so that an expiration in between finds it.
    task.expirationHandler = { self.expire() }
    let work = Task {
      await action()
      task.setTaskCompleted(success: !state.withLock { $0.isExpired })
    }
    let isExpired = state.withLock { state in
      state.work = work
      return state.isExpired
    }
    if isExpired { work.cancel() }
  }

  private func expire() {
    let work = state.withLock { state in
      state.isExpired = true
      return state.work
    }
    work?.cancel()
  }
}
