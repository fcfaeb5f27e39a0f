// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Foundation
internal import NightjarClient
internal import Synchronization

/// Passes on what the daemon tells of the device, as the notifications that Apple posts.
enum DeviceNews {
  private static let last = Mutex<AppEnvironment?>(nil)

  /// Begins to listen.
  static func begin(_ runtime: AppRuntime) {
    runtime.observeEnvironment { environment in
      let before = last.withLock { last in
        defer { last = environment }
        return last ?? AppEnvironment()
      }
      for name in names(from: before, to: environment) {
        NotificationCenter.default.post(name: name, object: ProcessInfo.processInfo)
      }
      guard before.backgroundRefresh != environment.backgroundRefresh else { return }
      NotificationCenter.default.post(name: .nightjarBackgroundRefreshDidChange, object: nil)
    }
  }

  /// The notifications that a change brings.
  static func names(from old: AppEnvironment, to new: AppEnvironment) -> [Notification.Name] {
    var names: [Notification.Name] = []
    if old.isLowPower != new.isLowPower { names.append(.NSProcessInfoPowerStateDidChange) }
    if old.thermalState != new.thermalState {
      names.append(ProcessInfo.thermalStateDidChangeNotification)
    }
    return names
  }
}

extension Notification.Name {
  /// The switch of background refresh is different; posted on a queue of the framework.
  package static let nightjarBackgroundRefreshDidChange = Self(
    "NightjarBackgroundRefreshDidChange"
  )
}
