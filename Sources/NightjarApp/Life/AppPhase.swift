// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// How far the life of an app's process is.
public enum AppPhase: Hashable, Sendable {
  /// Launch has not finished; handlers may be registered.
  case launching

  /// Nobody sees it.
  case background

  /// In front, and not given input.
  case inactive

  /// In front, and given input.
  case active

  /// About to end.
  case terminated

  /// Whether the user sees the app.
  var isForeground: Bool {
    switch self {
    case .inactive, .active: true
    case .launching, .background, .terminated: false
    }
  }
}

/// A step in the life of an app that its code is told of.
public enum AppMoment: Hashable, Sendable {
  /// Left the background; it becomes active next.
  case willEnterForeground

  /// Is given input from now on.
  case didBecomeActive

  /// Is given no more input.
  case willResignActive

  /// Is out of sight.
  case didEnterBackground

  /// The process is about to end.
  case willTerminate
}
