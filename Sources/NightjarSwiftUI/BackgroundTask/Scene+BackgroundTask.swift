// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Scene {
  /// Says what to do for background work of a kind.
  ///
  /// The action's return completes the task; its Swift task is cancelled when time is up, and then
  /// has five seconds to return. Requests are made with `BGTaskScheduler`. Actions for transfers
  /// are taken, and never called in this version, which has no background transfers; a log line
  /// says so.
  ///
  /// - Parameters:
  ///   - task: The kind of work.
  ///   - action: What to do; it does not throw.
  /// - Returns: The scene with the action.
  public nonisolated func backgroundTask<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>,
    action: @escaping @Sendable @concurrent (D) async -> R
  ) -> some Scene {
    BackgroundTaskScene(content: self, kind: task.kind) { name in
      _ = await action(task.request(name))
    }
  }

  /// An action that throws, which there is no answer to.
  @available(*, unavailable, message: "the action cannot throw")
  public nonisolated func backgroundTask<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>,
    action: @escaping @Sendable @concurrent (D) async throws -> R
  ) -> some Scene {
    self
  }
}

// Belongs to no actor, as the modifier that makes it does not.
nonisolated struct BackgroundTaskScene<Content: Scene>: Scene, SceneNode {
  let content: Content
  let kind: BackgroundTaskKind
  let action: @Sendable @concurrent (String) async -> Void

  typealias Body = Never

  @MainActor
  func read(in pass: inout ScenePass) {
    if pass.isLaunch { BackgroundActions.register(kind, action) }
    pass.visit(content)
  }
}
