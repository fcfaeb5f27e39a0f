// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarUIKit

@MainActor final class Store {
  var count = 0
}

@main
final class Delegate: UIResponder, UIApplicationDelegate {
  let store = Store()

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    store.count += 1
    switch application.backgroundRefreshStatus {
    case .available: return .newData
    case .denied, .restricted: return .noData
    @unknown default: return .failed
    }
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    NotificationCenter.default.addObserver(
      self,
      name: UIApplication.backgroundRefreshStatusDidChangeNotification
    )
    assert(application.applicationState == .active)
    assert(ProcessInfo.processInfo.thermalState == .nominal)
  }
}

extension NotificationCenter {
  func addObserver(_ delegate: Delegate, name: Notification.Name) {
    _ = addObserver(forName: name, object: nil, queue: .main) { _ in print("changed") }
  }
}
