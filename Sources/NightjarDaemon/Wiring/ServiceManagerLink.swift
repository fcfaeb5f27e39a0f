// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// What the daemon tells a service manager that wants to know, and nothing to one that does not.
///
/// A manager that cannot be reached is ignored: it notices by itself when the daemon ends.
final class ServiceManagerLink {
  private let notify: ServiceNotify?
  private var watchdog: LoopTimer?
  private let interval: Int64?

  /// Takes the manager's wishes from the environment, as sd_notify(3) and sd_watchdog_enabled(3)
  /// describe them.
  init(environment: [String: String]) {
    notify = ServiceNotify(environment: environment)
    interval =
      notify == nil
      ? nil : ServiceNotify.watchdogInterval(environment: environment, pid: getpid())
  }

  /// Says that the daemon answers, and from now on shows the watchdog that the loop goes round.
  func noteReady(_ status: String, on loop: EventLoop) throws(SystemError) {
    tell([.ready, .status(status)])
    guard interval != nil else { return }
    watchdog = try LoopTimer(on: loop) { [weak self] in self?.feedWatchdog() }
    feedWatchdog()
  }

  /// Says that the daemon looks at everything again.
  func noteReloading() {
    tell([.reloading(monotonicMicroseconds: Clocks.monotonic / 1000)])
  }

  /// Says that it has.
  func noteReloaded() {
    tell([.ready])
  }

  /// Says that the daemon is about to end.
  func noteStopping() {
    watchdog?.close()
    watchdog = nil
    tell([.stopping])
  }

  private func feedWatchdog() {
    tell([.watchdog])
    if let interval { watchdog?.arm(at: Clocks.boot + interval / 2) }
  }

  private func tell(_ states: [ServiceNotify.State]) {
    try? notify?.send(states)
  }
}
