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

  private struct Virtual {
    var hasDevices = false
    var schedulers: [Reference] = []
  }

  private static let virtual = Mutex(Virtual())

  /// Notes that this process tests apps on virtual devices, and is none itself.
  package static func noteDevice() {
    virtual.withLock { $0.hasDevices = true }
  }

  /// Makes a scheduler of a virtual device known, until ``forget(_:)`` or as long as it lives.
  ///
  /// Code that Swift's task locals do not reach, such as a block on a queue of the app's, is given
  /// it where there is no other.
  package static func note(_ scheduler: BGTaskScheduler) {
    virtual.withLock { virtual in
      virtual.schedulers.removeAll { $0.scheduler == nil }
      virtual.schedulers.append(Reference(scheduler: scheduler))
    }
  }

  /// Forgets a scheduler whose process has ended; code that is left over may still hold it.
  package static func forget(_ scheduler: BGTaskScheduler) {
    virtual.withLock { virtual in
      virtual.schedulers.removeAll { $0.scheduler == nil || $0.scheduler === scheduler }
    }
  }

  /// The scheduler that is meant by whoever asks.
  static func scheduler(orElse process: @autoclosure () -> BGTaskScheduler) -> BGTaskScheduler {
    if let current { return current.scheduler }
    let (living, hasDevices) = virtual.withLock { virtual in
      (virtual.schedulers.compactMap(\.scheduler), virtual.hasDevices)
    }
    guard let only = living.first else {
      guard hasDevices else { return process() }
      fatalError(
        """
        BGTaskScheduler.shared was asked for in a test with virtual devices, where no app runs. \
        Call code of an app in `app.perform { … }`, and let a test end when its code is at rest.
        """
      )
    }
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
