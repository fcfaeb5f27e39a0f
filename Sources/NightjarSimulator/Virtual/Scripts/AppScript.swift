// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// What the code of a virtual app does.
package struct AppScript: Hashable, Sendable {
  /// The chain of transfers that an app makes when it is woken for finished ones.
  package struct TransferChain: Hashable, Sendable {
    /// How many more it makes in all.
    package var count: Int

    /// How long each needs.
    package var takes: TimeSpan

    /// Makes a chain.
    package init(count: Int, takes: TimeSpan) {
      self.count = count
      self.takes = takes
    }
  }

  /// The identifiers that get a handler at every launch.
  package var registers: Set<TaskIdentifier> = []

  /// What its tasks do.
  package var tasks: [TaskIdentifier: TaskScript] = [:]

  /// How long it handles a silent push.
  package var pushWork = TimeSpan.seconds(1)

  /// What it does when it is woken for finished transfers; `nil` if it just calls the handler.
  package var chain: TransferChain?

  /// Makes an app without tasks.
  package init() {}
}
