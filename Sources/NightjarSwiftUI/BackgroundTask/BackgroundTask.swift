// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Background work that a scene declares what to do for.
public struct BackgroundTask<Request: Sendable, Response: Sendable>: Sendable {
  let kind: BackgroundTaskKind

  /// What the action is called with: of transfers the session's identifier, otherwise nothing.
  let request: @Sendable (String) -> Request
}

/// What a background task waits for.
enum BackgroundTaskKind: Sendable {
  /// A request of this identifier, made with `BGTaskScheduler`.
  case scheduled(String)

  /// The transfers of a session.
  case session(SessionChoice)
}

/// Which sessions an action is for; more exact ones come first (spec 8.2.5).
enum SessionChoice: Sendable {
  case identifier(String)
  case matching(@Sendable (String) -> Bool)
  case all
}

extension BackgroundTask where Request == Void, Response == Void {
  /// A refresh, submitted as a `BGAppRefreshTaskRequest`.
  public static func appRefresh(_ identifier: String) -> Self {
    Self(kind: .scheduled(identifier)) { _ in }
  }

  /// A processing task, submitted as a `BGProcessingTaskRequest`.
  public static func processingTask(_ identifier: String) -> Self {
    Self(kind: .scheduled(identifier)) { _ in }
  }

  /// The transfers of one session.
  public static func urlSession(_ identifier: String) -> Self {
    Self(kind: .session(.identifier(identifier))) { _ in }
  }

  /// A spelling that does not exist.
  @available(*, unavailable, renamed: "processingTask(_:)")
  public static func processing(_ identifier: String) -> Self { processingTask(identifier) }

  /// A kind that does not exist.
  @available(*, unavailable, message: "reload the widget's timeline instead")
  public static func widgetRefresh(_ identifier: String) -> Self { appRefresh(identifier) }
}

extension BackgroundTask where Request == String, Response == Void {
  /// The transfers of any session; the action gets its identifier.
  public static var urlSession: Self { Self(kind: .session(.all)) { $0 } }

  /// The transfers of the sessions whose identifiers match; the action gets the identifier.
  public static func urlSession(matching: @escaping @Sendable (String) -> Bool) -> Self {
    Self(kind: .session(.matching(matching))) { $0 }
  }
}
