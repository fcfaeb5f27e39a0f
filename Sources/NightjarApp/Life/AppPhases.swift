// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Decides which steps lead from one phase of an app's life to another, as a pure value.
struct AppPhases {
  private(set) var phase = AppPhase.launching

  /// Goes to a phase.
  ///
  /// - Returns: The phases on the way, each with the step that it is entered by; none if the app is
  ///   there already, or has ended.
  mutating func move(to target: AppPhase) -> [(phase: AppPhase, moment: AppMoment)] {
    var steps: [(AppPhase, AppMoment)] = []
    while phase != target, let step = step(towards: target) {
      steps.append(step)
      phase = step.0
    }
    return steps
  }

  private func step(towards target: AppPhase) -> (AppPhase, AppMoment)? {
    switch (phase, target) {
    case (.terminated, _), (_, .launching): nil

    // A launch ends in the background or active, and is told once.
    case (.launching, .background), (.launching, .terminated): (.background, .didEnterBackground)
    case (.launching, .inactive), (.launching, .active): (.active, .didBecomeActive)

    case (.background, .inactive), (.background, .active): (.inactive, .willEnterForeground)
    case (.background, .terminated): (.terminated, .willTerminate)

    case (.inactive, .active): (.active, .didBecomeActive)
    case (.inactive, .background), (.inactive, .terminated): (.background, .didEnterBackground)

    // Who is ended while in front leaves it first, and so gets to submit what it wants to.
    case (.active, .inactive), (.active, .background), (.active, .terminated):
      (.inactive, .willResignActive)

    case (.background, .background), (.inactive, .inactive), (.active, .active): nil
    }
  }
}
