// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import NightjarApp

extension UIApplication {
  /// The app is given input; the object is the application.
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name {
    .init("UIApplicationDidBecomeActiveNotification")
  }

  /// The app is given no more input; the object is the application.
  public nonisolated class var willResignActiveNotification: NSNotification.Name {
    .init("UIApplicationWillResignActiveNotification")
  }

  /// The app is out of sight; the object is the application.
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name {
    .init("UIApplicationDidEnterBackgroundNotification")
  }

  /// The app comes back in sight; the object is the application.
  public nonisolated class var willEnterForegroundNotification: NSNotification.Name {
    .init("UIApplicationWillEnterForegroundNotification")
  }

  /// The app ends; the object is the application.
  public nonisolated class var willTerminateNotification: NSNotification.Name {
    .init("UIApplicationWillTerminateNotification")
  }

  /// ``backgroundRefreshStatus`` is different; the object is the application.
  public nonisolated class var backgroundRefreshStatusDidChangeNotification: NSNotification.Name {
    .init("UIApplicationBackgroundRefreshStatusDidChangeNotification")
  }

  /// Calls the delegate, then posts the notification, as Apple does.
  func tell(_ moment: AppMoment) {
    let name: NSNotification.Name
    switch moment {
    case .didBecomeActive:
      delegate?.applicationDidBecomeActive(self)
      name = Self.didBecomeActiveNotification
    case .willResignActive:
      delegate?.applicationWillResignActive(self)
      name = Self.willResignActiveNotification
    case .didEnterBackground:
      delegate?.applicationDidEnterBackground(self)
      name = Self.didEnterBackgroundNotification
    case .willEnterForeground:
      delegate?.applicationWillEnterForeground(self)
      name = Self.willEnterForegroundNotification
    case .willTerminate:
      delegate?.applicationWillTerminate(self)
      name = Self.willTerminateNotification
    }
    NotificationCenter.default.post(name: name, object: self)
  }

  func forwardRefreshChanges() {
    _ = NotificationCenter.default.addObserver(
      forName: .nightjarBackgroundRefreshDidChange,
      object: nil,
      queue: nil
    ) { _ in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          NotificationCenter.default.post(
            name: Self.backgroundRefreshStatusDidChangeNotification,
            object: UIApplication.shared
          )
        }
      }
    }
  }
}
