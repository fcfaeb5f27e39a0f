// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarTestSupport

/// The three ways to submit.
enum SubmitForm: CaseIterable {
  case waiting
  case callback
  case suspending

  /// Submits in this way.
  ///
  /// - Returns: The refusal, as the app sees it.
  func submit(_ request: BGTaskRequest, to scheduler: BGTaskScheduler) async -> (any Error)? {
    do {
      switch self {
      case .waiting: try (scheduler as any Submitting).submit(request)
      case .callback:
        let answers = Signal<(any Error)?>()
        scheduler.submitTaskRequest(request) { answers.send($0) }
        guard let answer = await answers.next() else { return NoAnswer() }
        return answer
      case .suspending: try await scheduler.submitTaskRequest(request)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The callback never came.
  struct NoAnswer: Error {}
}

/// What is deprecated is called through a protocol, so that nobody is warned of it.
private protocol Submitting {
  func submit(_ taskRequest: BGTaskRequest) throws
}

extension BGTaskScheduler: Submitting {}
