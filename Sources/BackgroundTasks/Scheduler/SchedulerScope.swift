// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel
internal import Synchronization

/// What `BGTaskScheduler.shared` stands for in a piece of code, and the run that the code works on.
///
/// In an app there is one scheduler and this makes no difference. In a test each virtual device has
/// one for each process of an app, and tests run side by side.
package struct SchedulerScope: Sendable {
  /// The scope of the code that asks; handlers and the tasks that they start inherit it.
  @TaskLocal package static var current: SchedulerScope?

  /// What `shared` is.
  package var scheduler: BGTaskScheduler

  /// The run in whose handler the code was called.
  package var run: RunNumber?

  /// Makes a scope.
  package init(scheduler: BGTaskScheduler, run: RunNumber? = nil) {
    self.scheduler = scheduler
    self.run = run
  }

  private struct Reference {
    weak var scheduler: BGTaskScheduler?
  }

  private static let virtual = Mutex<[Reference]>([])

  /// Makes a scheduler of a virtual device known, for as long as it lives.
  ///
  /// Code that Swift's task locals do not reach, such as a block on a queue of the app's, is given
  /// it where there is no other.
  package static func note(_ scheduler: BGTaskScheduler) {
    virtual.withLock { references in
      references.removeAll { $0.scheduler == nil }
      references.append(Reference(scheduler: scheduler))
    }
  }

  /// The scheduler that is meant by whoever asks.
  static func scheduler(orElse process: @autoclosure () -> BGTaskScheduler) -> BGTaskScheduler {
    if let current { return current.scheduler }
    let living = virtual.withLock { $0.compactMap(\.scheduler) }
    guard let only = living.first else { return process() }
    guard living.count == 1 else {
      fatalError(
        """
        BGTaskScheduler.shared was asked for by code that cannot be told to belong to one of \
        \(living.count) virtual apps: a detached task, or a block on a queue of its own. Ask for \
        it before the code leaves the handler, or run tests with such code one at a time.
        """
      )
    }
    return only
  }
}
