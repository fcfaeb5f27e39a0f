// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient

extension AppLifecycle {
  /// Whether the system launches the app for refreshes.
  public enum BackgroundRefresh: Hashable, Sendable {
    /// It does.
    case available

    /// The user switched it off.
    case denied

    /// An administrator switched it off.
    case restricted
  }

  /// Whether refreshes come; waits for the daemon's first word, two seconds at most.
  public var backgroundRefresh: BackgroundRefresh {
    switch runtime.waitForEnvironment()?.backgroundRefresh {
    case "denied": .denied
    case "restricted": .restricted
    // A word that only a newer daemon knows does not forbid anything.
    default: .available
    }
  }
}
