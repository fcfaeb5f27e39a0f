// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Foundation
package import NightjarClient

/// The life of this process as an app: what its launch ends with, and when it is in front.
///
/// A program with a toolkit or a server loop of its own calls these methods from it; the faces
/// `NightjarUIKit` and `NightjarSwiftUI` call them for programs that have none.
@MainActor
public final class AppLifecycle {
  /// The life of this process.
  public static let shared = AppLifecycle(runtime: BGTaskScheduler.shared.runtime)

  /// The time that the app may go on for in the background.
  public nonisolated let backgroundTime: BackgroundTime

  /// How far the life is.
  public var phase: AppPhase { phases.phase }

  /// Whether launch ends in front: true if the user started the process.
  public var startsInForeground: Bool { runtime.startsInForeground }

  let runtime: AppRuntime
  private var phases = AppPhases()
  private var observers: [@MainActor (AppMoment) -> Void] = []

  /// Makes a life on a runtime; tests put a virtual system behind it.
  package init(runtime: AppRuntime) {
    self.runtime = runtime
    backgroundTime = BackgroundTime(runtime: runtime)
    DeviceNews.begin(runtime)
  }

  /// Calls back for each step; observers are called in the order in which they came.
  public func observe(_ observer: @escaping @MainActor (AppMoment) -> Void) {
    observers.append(observer)
  }

  /// Ends the launch: handlers are registered, and the app goes to the front or stays behind.
  ///
  /// Tasks are handed over after this, so that a background launch sees `didEnterBackground` first.
  public func finishLaunching() {
    guard phase == .launching else { return }
    if runtime.hasStartedProcess { runtime.announceLaunch() }
    move(to: startsInForeground ? .active : .background)
    runtime.finishLaunching()
  }

  /// The app is in front and given input; out of the background it enters the foreground first.
  public func becomeActive() { move(to: .active) }

  /// The app is given no more input, and stays in sight.
  public func resignActive() {
    if phase == .active { move(to: .inactive) }
  }

  /// The app is out of sight; an active one resigns first.
  public func enterBackground() { move(to: .background) }

  /// Tells the app that it ends; the caller ends the process then.
  ///
  /// An app in front leaves it first. Submissions that it makes on the way are waited for, two
  /// seconds at most.
  public func terminate() {
    move(to: .terminated)
    runtime.settleCalls(within: 2)
  }

  private func move(to target: AppPhase) {
    let wasForeground = phase == .launching ? startsInForeground : phase.isForeground
    let steps = phases.move(to: target)
    if phase.isForeground != wasForeground, phase != .terminated || wasForeground {
      runtime.setForeground(phase.isForeground)
    }
    for step in steps {
      if step.phase == .background { backgroundTime.enterBackground() }
      if step.phase.isForeground { backgroundTime.enterForeground() }
      for observer in observers { observer(step.moment) }
    }
  }
}
