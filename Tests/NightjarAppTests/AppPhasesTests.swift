// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NightjarApp

struct AppPhasesTests {
  /// The steps on a way through the phases, without the start.
  private func steps(_ way: AppPhase...) -> [AppMoment] {
    var phases = AppPhases()
    return way.flatMap { phases.move(to: $0).map(\.moment) }
  }

  @Test func `spec 3.1.1: a launch behind enters the background and nothing else`() {
    #expect(steps(.background) == [.didEnterBackground])
  }

  @Test func `a launch in front becomes active and nothing else`() {
    #expect(steps(.active) == [.didBecomeActive])
  }

  @Test func `the way to the background and back takes every step`() {
    #expect(
      steps(.active, .background, .active) == [
        .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
        .didBecomeActive,
      ]
    )
  }

  @Test func `who is ended in front leaves it first`() {
    #expect(
      steps(.active, .terminated) == [
        .didBecomeActive, .willResignActive, .didEnterBackground, .willTerminate,
      ]
    )
  }

  @Test func `nothing happens twice, and nothing after the end`() {
    #expect(steps(.background, .background) == [.didEnterBackground])
    #expect(steps(.background, .terminated, .active, .terminated).count == 2)
  }
}
