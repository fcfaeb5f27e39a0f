// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarUIKit

// An app with a delegate, as Apple's documentation writes it; on Apple's systems the second import
// is UIKit. It shows the four ways to work without being in front.

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private let work = BackgroundWork()
  private var saving = UIBackgroundTaskIdentifier.invalid

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    work.register()
    application.registerForRemoteNotifications()
    NSLog("launched \(application.applicationState == .background ? "behind" : "in front")")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    // `TideTable export` is what a button would be: the user asks for work and watches it.
    if CommandLine.arguments.contains("export") { work.startExport() }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    NSLog("entered background")
    work.scheduleRefresh()
    work.scheduleRecomputing()
    saveReadings(application)
  }

  func applicationWillTerminate(_ application: UIApplication) {
    NSLog("will terminate")
  }

  // MARK: - Silent push

  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    NSLog("no pushes: \(error.localizedDescription)")
  }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    await work.readings.fetch() ? .newData : .noData
  }

  // MARK: - Background time

  /// Ends what was begun in front; asks for the time to.
  private func saveReadings(_ application: UIApplication) {
    saving = application.beginBackgroundTask(withName: "save readings") {
      self.endSaving(application)
    }
    Task {
      await work.readings.save()
      endSaving(application)
    }
  }

  private func endSaving(_ application: UIApplication) {
    application.endBackgroundTask(saving)
    saving = .invalid
  }
}
