// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// A mistake of the app that ends its process, where Apple raises an exception (spec 12.1).
package enum Trap: Error, Hashable, Sendable {
  /// T1: a second handler for an identifier.
  case alreadyRegistered(TaskIdentifier)

  /// T2: no handler at submission or delivery.
  case noHandler(TaskIdentifier)

  /// T3: a refresh or processing handler that was registered after launch finished.
  case registeredLate(TaskIdentifier)

  /// The exact text, without the `Fatal error: ` that the runtime puts before it.
  package var text: String {
    switch self {
    case .alreadyRegistered(let id):
      "BackgroundTasks: a launch handler for \"\(id.rawValue)\" is already registered in this "
        + "process"
    case .noHandler(let id):
      "BackgroundTasks: no launch handler is registered for \"\(id.rawValue)\"; register it before "
        + "submitting"
    case .registeredLate(let id):
      "BackgroundTasks: the launch handler for \"\(id.rawValue)\" was registered after launch "
        + "finished; only continued processing may register late"
    }
  }

  /// Ends the process with the text.
  package func spring() -> Never { fatalError(text) }
}
