// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// What ends the launch of a process that nobody else watches (spec 12.3, "launch finished").
package struct LaunchTriggers: Sendable {
  /// Calls back in the next turn of the main queue.
  package var mainTurn: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Calls back when a program that never turns its main queue has had time enough.
  package var limit: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Makes triggers.
  package init(
    mainTurn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    limit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.mainTurn = mainTurn
    self.limit = limit
  }

  /// The main queue, and five seconds.
  package static let dispatch = Self(
    mainTurn: { DispatchQueue.main.async(execute: $0) },
    limit: { DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(5), execute: $0) }
  )

  /// Nothing ends the launch but ``AppRuntime/finishLaunching()``.
  package static let explicit = Self(mainTurn: { _ in }, limit: { _ in })
}
