// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import NightjarModel
internal import Synchronization

// What the rooms of the app's life ask: how the process began, and what the device is like.
extension AppRuntime {
  /// Whether the process began in front; what the user starts does.
  package var startsInForeground: Bool { system.startsInForeground }

  /// Whether the system started the process, and so may end it.
  package var hasStartedProcess: Bool { system.hasStartedProcess }

  /// Tells the system that the launch is as good as over, and waits until it knows.
  ///
  /// What the process was launched for is used up by that. The app may then submit the same
  /// identifier while it enters the background, and asks for the next run rather than for this one
  /// at another time; it is handed the task when ``finishLaunching()`` is called.
  package func announceLaunch() {
    state.withLock { $0.isLaunchAnnounced = true }
    system.announceLaunch()
  }

  /// Reports that the app came to the front, or left it.
  package func setForeground(_ isForeground: Bool) { system.setForeground(isForeground) }

  /// Waits until the calls that the app has made so far are with the system.
  ///
  /// - Parameter seconds: When to give up.
  package func settleCalls(within seconds: Int) {
    let done = DispatchGroup()
    calls.async(group: done) {}
    _ = done.wait(timeout: .now() + .seconds(seconds))
  }

  /// What is known of the device; `nil` until the system has said it.
  package var environment: AppEnvironment? { state.withLock { $0.environment } }

  /// What is known of the device, waited for once and two seconds at most.
  package func waitForEnvironment() -> AppEnvironment? {
    let hasWaited = state.withLock { state in
      defer { state.hasWaitedForEnvironment = true }
      return state.hasWaitedForEnvironment
    }
    if !hasWaited, environment == nil,
      environmentArrived.wait(timeout: .now() + 2) == .success
    {
      environmentArrived.signal()
    }
    return environment
  }

  /// Calls back, on a queue of the framework, whenever the system tells what the device is like.
  package func observeEnvironment(_ observer: @escaping @Sendable (AppEnvironment) -> Void) {
    state.withLock { $0.environmentObservers.append(observer) }
  }

  func noteEnvironment(_ environment: AppEnvironment) {
    let (isFirst, observers) = state.withLock { state in
      defer { state.environment = environment }
      return (state.environment == nil, state.environmentObservers)
    }
    if isFirst { environmentArrived.signal() }
    for observer in observers { observer(environment) }
  }
}
