// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Foundation
internal import NightjarSystem

/// The benchmark's other face: an app that says when its handler was entered.
///
/// It writes the boot clock into a pipe, one line for each time that the handler is entered, or, to
/// show its own start, once when its handler is registered. What it is to do comes in variables,
/// since a daemon starts an app without arguments.
enum FixtureApp {
  /// How the app lives.
  enum Mode: String {
    /// Stays after a task.
    case running

    /// Ends after a task.
    case cold

    /// Ends when its handler is registered.
    case start
  }

  static let bundleIdentifier = "org.example.bench-app"
  static let task = "org.example.bench-app.task"

  // Not NIGHTJAR_…: the daemon keeps its own variables from the apps that it starts.
  private static let pipeVariable = "BENCH_APP_PIPE"
  private static let modeVariable = "BENCH_APP_MODE"

  /// The variables that make the benchmark the app.
  static func environment(pipe: String, _ mode: Mode) -> [String: String] {
    [pipeVariable: pipe, modeVariable: mode.rawValue]
  }

  /// Lives as the app, if the variables ask for it.
  static func runIfAsked() {
    let environment = ProcessInfo.processInfo.environment
    guard let pipe = environment[pipeVariable] else {
      // A daemon that starts the app without them must not get a benchmark instead.
      if environment["NIGHTJAR_LAUNCH"] != nil { exit(2) }
      return
    }
    guard let mode = environment[modeVariable].flatMap(Mode.init) else { exit(2) }
    run(pipe, mode)
  }

  private static func run(_ path: String, _ mode: Mode) -> Never {
    let pipe = open(path, O_WRONLY | O_CLOEXEC)
    guard pipe >= 0 else { exit(1) }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: task, using: nil) { task in
      stamp(pipe)
      task.setTaskCompleted(success: true)
      if mode == .cold { exit(0) }
    }
    if mode == .start {
      stamp(pipe)
      exit(0)
    }
    // The first turn of the main queue ends the launch.
    dispatchMain()
  }

  /// The `Info.plist` of the app.
  static let infoPlist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(bundleIdentifier)</string>
      <key>CFBundleName</key><string>Bench</string>
      <key>CFBundleVersion</key><string>1</string>
      <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>\(task)</string></array>
      <key>UIBackgroundModes</key><array><string>processing</string></array>
    </dict></plist>
    """

  private static func stamp(_ pipe: Int32) {
    let line = Array("\(Clocks.boot)\n".utf8)
    // Short lines are written whole, pipe(7).
    _ = write(pipe, line, line.count)
  }
}
