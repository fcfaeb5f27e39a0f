// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarUIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private var saving: UIBackgroundTaskIdentifier = .invalid
  private let queue = OperationQueue()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.refresh",
      using: .main
    ) { task in
      task.setTaskCompleted(success: true)
    }
    application.registerForRemoteNotifications()
    return ProcessInfo.processInfo.isLowPowerModeEnabled || true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("Could not schedule app refresh: \(error)")
    }
    saving = UIApplication.shared.beginBackgroundTask(withName: "save") { [weak self] in
      guard let self else { return }
      UIApplication.shared.endBackgroundTask(self.saving)
      self.saving = .invalid
    }
    if saving != .invalid, application.backgroundTimeRemaining > 5 {
      application.endBackgroundTask(saving)
    }
  }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    print(deviceToken.count)
  }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    completionHandler(userInfo.isEmpty ? .noData : .newData)
  }

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    completionHandler()
  }

  func applicationWillTerminate(_ application: UIApplication) {
    NotificationCenter.default.post(
      name: UIApplication.willTerminateNotification,
      object: application
    )
  }
}
