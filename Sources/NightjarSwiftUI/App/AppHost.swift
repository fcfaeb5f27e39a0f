// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import NightjarApp

/// Reads an app's scenes: registers what they declare, and tells them how the app's life goes.
@MainActor
final class AppHost<Content: App> {
  private let app: Content
  private var memory = SceneMemory()

  init(_ app: Content) {
    self.app = app
  }

  /// Reads the scenes for the first time, and again at each step of the app's life.
  func begin() {
    read(isLaunch: true)
    AppLifecycle.shared.observe { moment in self.note(moment) }
  }

  private func note(_ moment: AppMoment) {
    let phase: ScenePhase
    switch moment {
    case .didBecomeActive: phase = .active
    case .willResignActive, .willEnterForeground: phase = .inactive
    case .didEnterBackground: phase = .background
    case .willTerminate: return
    }
    guard EnvironmentValues.current.scenePhase != phase else { return }
    EnvironmentValues.update { $0.scenePhase = phase }
    read(isLaunch: false)
  }

  private func read(isLaunch: Bool) {
    var pass = ScenePass(isLaunch: isLaunch, memory: memory)
    pass.visit(app.body)
    memory = pass.memory
    // After the reading, as an action may change what the scenes are read from.
    for action in pass.actions { action() }
  }
}
