// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import Synchronization

/// One task in the app's hands: what the framework's task objects are the face of.
package final class TaskHandle: Sendable {
  /// The words that a continued task shows.
  private struct Words {
    var title: String
    var subtitle: String
  }

  /// What was handed over.
  package let delivery: Delivery
  private let runtime: AppRuntime
  private let life = Mutex(TaskLife())
  private let words: Mutex<Words>

  init(_ delivery: Delivery, runtime: AppRuntime) {
    self.delivery = delivery
    self.runtime = runtime
    words = Mutex(Words(title: delivery.title, subtitle: delivery.subtitle))
  }

  /// Called once when time is up; `nil` after that, and once the task has ended (3.3.2).
  package var expirationHandler: ExpirationHandler? {
    get { life.withLock { $0.handler } }
    set {
      let released = life.withLock { $0.set(newValue) }
      // Released here, outside the lock: it may be the last reference to something of the app's.
      withExtendedLifetime(released) {}
    }
  }

  /// Why the task was asked back, as one word; `nil` until then.
  package var expirationReason: String? { life.withLock { $0.reason } }

  /// The headline and the line below it.
  package var title: (title: String, subtitle: String) {
    words.withLock { ($0.title, $0.subtitle) }
  }

  /// Changes the headline and the line below it; no effect after the task has ended (4.10).
  package func setTitle(_ title: String, subtitle: String) {
    guard life.withLock({ $0.isOpen }) else { return }
    words.withLock { $0 = Words(title: title, subtitle: subtitle) }
  }

  /// Begins the run with the object that stands for it, which is kept until the task ends.
  ///
  /// - Parameter holder: The framework's task object.
  /// - Returns: Whether the app is to be called; a task that expired before is over.
  package func begin(holder: any AnyObject & Sendable) -> Bool {
    life.withLock { $0.begin(holder: holder) }
  }

  /// Ends the task; the first call wins (3.4.2).
  package func complete(success: Bool) {
    let (answer, released) = life.withLock { $0.complete() }
    switch answer {
    case .first: runtime.taskCompleted(self, success: success)
    case .again:
      runtime.log(.completedAgain(delivery.identifier, success: success))
      runtime.settings.observe(.completedAgain(delivery.run))
    case .ignored: break
    }
    withExtendedLifetime(released) {}
  }

  func expire(reason: String) -> TaskLife.Expiration {
    let (answer, released) = life.withLock { $0.expire(reason: reason) }
    withExtendedLifetime(released) {}
    return answer
  }

  func withdraw() {
    let released = life.withLock { $0.withdraw() }
    withExtendedLifetime(released) {}
  }
}
