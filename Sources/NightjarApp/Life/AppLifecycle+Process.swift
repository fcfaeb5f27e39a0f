// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Glibc
internal import NightjarClient

extension AppLifecycle {
  /// Signals that ask an app to end; kept so that their sources live as long as the process.
  private static var endings: [any DispatchSourceSignal] = []

  /// Ends the launch and turns the main run loop until the process is asked to end.
  ///
  /// SIGTERM and SIGINT, of the daemon, a service manager or a terminal, lead to ``quit()``.
  public func run() -> Never {
    catchEndings()
    finishLaunching()
    while true { RunLoop.main.run() }
  }

  /// Takes the signals that end an app; for the faces, before code of the app runs.
  package func catchEndings() {
    guard Self.endings.isEmpty else { return }
    for number in [SIGTERM, SIGINT] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { self.quit() } }
      source.resume()
      Self.endings.append(source)
    }
  }

  /// Ends the process as the user would: the app is told, and what it submits then is sent.
  public func quit() {
    guard phase != .terminated else { return }
    terminate()
    // A turn later, so that tasks that were begun on the way get to their first call.
    DispatchQueue.main.async {
      MainActor.assumeIsolated { self.runtime.settleCalls(within: 2) }
      exit(EXIT_SUCCESS)
    }
  }
}
