// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import NightjarApp

/// The app, as its delegate and its code see it; there is no window.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  /// How much the user sees of the app.
  public enum State: Int, Sendable {
    /// In front, and given input.
    case active

    /// In front, and not given input.
    case inactive

    /// Out of sight.
    case background
  }

  /// Why the app was launched; empty on Linux, where no launch carries anything.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key.
    public let rawValue: String

    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A notification.
    public static let remoteNotification = Self(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey"
    )
  }

  /// The one application.
  public class var shared: UIApplication { application }

  private static let application = UIApplication()

  /// Who is told of the app's life.
  ///
  /// The application that `main` runs keeps its delegate; one that is set here is not kept.
  public weak var delegate: (any UIApplicationDelegate)?

  let lifecycle = AppLifecycle.shared

  /// Makes the application; use ``shared``.
  public required init() {
    super.init()
    lifecycle.observe { [unowned self] moment in tell(moment) }
    forwardRefreshChanges()
  }

  /// How much the user sees of the app; in the background while it launches there.
  public var applicationState: State {
    switch lifecycle.phase {
    case .active: .active
    case .inactive: .inactive
    case .launching: lifecycle.startsInForeground ? .inactive : .background
    case .background, .terminated: .background
    }
  }

  /// Whether the system launches the app for refreshes; Low Power Mode makes no difference.
  public var backgroundRefreshStatus: UIBackgroundRefreshStatus {
    switch lifecycle.backgroundRefresh {
    case .available: .available
    case .denied: .denied
    case .restricted: .restricted
    }
  }

  /// Asks for silent pushes, which this version has no service for: the delegate is told so.
  open func registerForRemoteNotifications() {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.delegate?.application(
          self,
          didFailToRegisterForRemoteNotificationsWithError: CocoaError(.featureUnsupported)
        )
      }
    }
  }

  // MARK: - Background time

  /// Asks for time to end something after the app left the front.
  public nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// Asks for time to end something after the app left the front.
  ///
  /// - Parameters:
  ///   - taskName: For the log.
  ///   - handler: Called on the main actor with five seconds left; it must end the task.
  /// - Returns: What to end the task by.
  public nonisolated func beginBackgroundTask(
    withName taskName: String?,
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    let number = time.begin(taskName ?? "unnamed", expiration: handler)
    return UIBackgroundTaskIdentifier(rawValue: number)
  }

  /// Ends a background task; safe on any thread, and harmless for one that has ended.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    time.end(identifier.rawValue)
  }

  /// The seconds that are left in the background; the greatest number in front.
  public nonisolated var backgroundTimeRemaining: TimeInterval { time.remaining }

  private nonisolated var time: BackgroundTime { lifecycle.backgroundTime }
}
