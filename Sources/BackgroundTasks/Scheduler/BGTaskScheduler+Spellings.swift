// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// Spellings that circulate and are wrong: each is refused by the compiler with the right one.
extension BGTaskScheduler {
  /// A wrong spelling of ``shared``.
  @available(*, unavailable, renamed: "shared")
  public class var shareScheduler: BGTaskScheduler { shared }

  /// A call without `using:`, which is mandatory.
  @available(
    *,
    unavailable,
    message: "the argument label 'using:' is mandatory; pass nil for the background queue"
  )
  @discardableResult
  public func register(
    forTaskWithIdentifier identifier: String,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    register(forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
  }
}

extension BGContinuedProcessingTaskRequest.SubmissionStrategy {
  /// A wrong spelling of `queue`.
  @available(*, unavailable, renamed: "queue")
  public static var enqueue: Self { .queue }
}

extension BGContinuedProcessingTaskRequest.Resources {
  /// A name that does not exist for the empty set.
  @available(*, unavailable, message: "write [] for the default resources")
  public static var `default`: Self { [] }
}
