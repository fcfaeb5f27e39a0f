// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
public import Foundation
internal import NightjarClient

// What Foundation on Linux lacks. The facts are the daemon's; without one the machine is cool and
// saves no power.
extension ProcessInfo {
  /// How hot the machine is.
  public enum ThermalState: Int, Sendable {
    /// As it should be.
    case nominal

    /// Slightly raised.
    case fair

    /// High; do less.
    case serious

    /// Too high; stop what can be stopped.
    case critical
  }

  /// Whether the user asked to save power.
  public var isLowPowerModeEnabled: Bool {
    BGTaskScheduler.shared.runtime.waitForEnvironment()?.isLowPower ?? false
  }

  /// How hot the machine is.
  public var thermalState: ThermalState {
    switch BGTaskScheduler.shared.runtime.waitForEnvironment()?.thermalState {
    case "fair": .fair
    case "serious": .serious
    case "critical": .critical
    // A word that only a newer daemon knows is taken for the usual.
    default: .nominal
    }
  }

  /// The heat is different; posted on a background queue, with the process info as object.
  public static let thermalStateDidChangeNotification = Notification.Name(
    "NSProcessInfoThermalStateDidChangeNotification"
  )
}

extension Notification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Low Power Mode is different; posted on a background queue, with the process info as object.
  public static let NSProcessInfoPowerStateDidChange = Self(
    "NSProcessInfoPowerStateDidChangeNotification"
  )
}
