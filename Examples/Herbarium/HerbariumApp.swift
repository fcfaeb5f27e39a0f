// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarSwiftUI

// An app that is declared as scenes; on Apple's systems the second import is SwiftUI. It shows the
// four ways to work without being in front.

@main
struct HerbariumApp: App {
  @UIApplicationDelegateAdaptor(PushDelegate.self) private var delegate
  @Environment(\.scenePhase) private var phase
  private let work = FieldWork()

  var body: some Scene {
    WindowGroup {
      Text("Herbarium")
    }
    .onChange(of: phase) { _, new in
      NSLog("scene phase \(new)")
      switch new {
      case .background: work.schedule()
      // `Herbarium export` is what a button would be: the user asks for work and watches it.
      case .active: if CommandLine.arguments.contains("export") { work.startExport() }
      case .inactive: break
      }
    }
    .backgroundTask(.appRefresh(FieldWork.refresh)) {
      work.scheduleRefresh()
      await work.collect()
    }
    .backgroundTask(.processingTask(FieldWork.reindex)) {
      await work.reindex()
    }
  }
}

/// Takes silent pushes, which scenes have no word for.
final class PushDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.registerForRemoteNotifications()
    return true
  }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    await FieldWork().collect()
    return .newData
  }
}
