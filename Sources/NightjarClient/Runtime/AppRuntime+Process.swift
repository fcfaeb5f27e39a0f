// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import Synchronization

extension AppRuntime {
  /// Makes and starts the runtime of this process, and says what is wrong with its `Info.plist`.
  ///
  /// `NIGHTJAR_STRICT_REGISTRATION=1` makes a late registration trap at once (2.2.6).
  package static func startedForThisProcess() -> AppRuntime {
    let environment = ProcessInfo.processInfo.environment
    let program = ThisProgram(environment: environment)
    if let problem = program.problem {
      FrameworkLog.write("[BackgroundTasks:Framework] nothing is permitted: \(problem.line)")
    }
    for finding in program.findings {
      FrameworkLog.write(finding)
    }
    var settings = Settings()
    settings.isRegistrationStrict = environment["NIGHTJAR_STRICT_REGISTRATION"] == "1"
    let system = DaemonTaskSystem(environment: environment)
    LaunchTicket.forget()
    ExitDuty.arm(system)
    let runtime = AppRuntime(facts: program.facts, system: system, settings: settings)
    runtime.start()
    return runtime
  }
}

/// Sees to it that a task that was completed just before the process ends counts as completed.
private enum ExitDuty {
  private static let system = Mutex<DaemonTaskSystem?>(nil)

  static func arm(_ system: DaemonTaskSystem) {
    Self.system.withLock { $0 = system }
    atexit { ExitDuty.system.withLock(\.self)?.sendReportsAndWait() }
  }
}
