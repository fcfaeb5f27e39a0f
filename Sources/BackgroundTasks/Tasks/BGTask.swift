// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import NightjarClient
internal import NightjarModel

/// A task that the system launched the app for; its class follows the request's.
///
/// The framework keeps a task until it is completed or has expired.
// Invariant for @unchecked: all state is in the handle, which is Sendable. Apple's class is not
// Sendable; source that is correct without it is correct with it.
open class BGTask: NSObject, @unchecked Sendable {
  let handle: TaskHandle

  init(handle: TaskHandle) {
    self.handle = handle
    super.init()
  }

  /// The identifier that was submitted.
  public var identifier: String { handle.delivery.identifier.rawValue }

  /// Called once, shortly before time is up; `nil` after that and after completion.
  ///
  /// It runs on a queue of the framework, never on the one that the launch handler was registered
  /// with. A task that expires without a handler counts as completed without success.
  open var expirationHandler: (() -> Void)? {
    get { handle.expirationHandler?.body }
    set {
      let scope = SchedulerScope.current
      handle.expirationHandler = newValue.map { body in
        ExpirationHandler { SchedulerScope.$current.withValue(scope) { body() } }
      }
    }
  }

  /// Ends the task; the first call wins, on any thread.
  ///
  /// - Parameter success: Whether the work was done; `false` does not bring a retry.
  open func setTaskCompleted(success: Bool) {
    handle.complete(success: success)
  }

  /// Why the task was asked back; `nil` until it expires.
  ///
  /// An addition to Apple's interface.
  public var expirationReason: ExpirationReason? {
    handle.expirationReason.map(ExpirationReason.init)
  }

  /// The object of the class that matches the request.
  static func standing(for handle: TaskHandle) -> BGTask {
    switch handle.delivery.kind {
    case .refresh: BGAppRefreshTask(handle: handle)
    case .processing: BGProcessingTask(handle: handle)
    case .healthResearch: BGHealthResearchTask(handle: handle)
    case .continued: BGContinuedProcessingTask(handle: handle)
    }
  }
}
