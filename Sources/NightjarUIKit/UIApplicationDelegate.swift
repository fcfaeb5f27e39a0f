// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Is told of the app's life; everything in it is optional.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
  /// Launch has begun.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Launch is nearly over; handlers of background tasks are registered here.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The app is given input.
  func applicationDidBecomeActive(_ application: UIApplication)

  /// The app is given no more input.
  func applicationWillResignActive(_ application: UIApplication)

  /// The app is out of sight.
  func applicationDidEnterBackground(_ application: UIApplication)

  /// The app comes back in sight.
  func applicationWillEnterForeground(_ application: UIApplication)

  /// The process ends.
  func applicationWillTerminate(_ application: UIApplication)

  /// The app has a token for pushes.
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  )

  /// The app gets no pushes.
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  )

  /// A push is there; the handler is to be called within 30 seconds.
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  )

  /// A push is there; the same, asynchronously.
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult

  /// Transfers of a background session are over; the handler is to be called on the main queue.
  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  )

  /// The fetch of before BackgroundTasks; never called.
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler:
      @escaping (UIBackgroundFetchResult) -> Void
  )
}
