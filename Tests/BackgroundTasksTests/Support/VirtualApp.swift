// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarClient
import NightjarModel
import Synchronization

/// An app on a virtual device, with a scheduler of its own.
final class VirtualApp: Sendable {
  static let refresh = "org.example.app.refresh"
  static let process = "org.example.app.process"

  let system = VirtualSystem()
  let runtime: AppRuntime
  let scheduler: BGTaskScheduler
  private let sink = LogSink()

  /// The lines that were logged, with their prefix.
  var log: [String] { sink.lines.withLock { $0 } }

  init(
    permitted: [String] = [VirtualApp.refresh, VirtualApp.process, "org.example.app.export.*"],
    modes: Set<String> = ["fetch", "processing"],
    entitlements: Set<String> = [],
    isStrict: Bool = false,
    isLaunched: Bool = false
  ) {
    var facts = AppFacts(identifier: AppIdentifier("org.example.app"))
    facts.bundleIdentifier = "org.example.app"
    facts.permittedIdentifiers = permitted
    facts.backgroundModes = modes
    facts.entitlements = entitlements
    var settings = AppRuntime.Settings()
    settings.triggers = .explicit
    settings.isRegistrationStrict = isStrict
    settings.log = { [sink] line in sink.lines.withLock { $0.append(line) } }
    runtime = AppRuntime(facts: facts, system: system, settings: settings)
    scheduler = BGTaskScheduler(runtime: runtime)
    runtime.start()
    if isLaunched { runtime.finishLaunching() }
  }
}

extension VirtualApp {
  /// Hands a task to the app.
  func deliver(_ run: Int64, _ identifier: String, _ kind: TaskKind = .refresh) {
    system.tell(
      .deliver(
        Delivery(
          run: RunNumber(rawValue: run),
          identifier: TaskIdentifier(identifier),
          kind: kind,
          title: "Title",
          subtitle: "Subtitle"
        )
      )
    )
  }

  /// Asks a task back.
  func expire(_ run: Int64, reason: String = "timeExhausted") {
    system.tell(.expire(RunNumber(rawValue: run), reason: reason))
  }

  /// What the app reported as the result of a run, each time that it did.
  func completions(of run: Int64) -> [Bool] {
    system.state.withLock { $0.completions[RunNumber(rawValue: run)] ?? [] }
  }
}

/// Keeps log lines.
final class LogSink: Sendable {
  let lines = Mutex<[String]>([])
}
