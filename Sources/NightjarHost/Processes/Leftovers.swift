// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

/// What an app has left behind when its main process ended: ended in two steps, then cleared away.
final class Leftovers {
  private let scope: ProcessScope
  private let grace: TimeSpan
  private let isEnding: Bool
  private let files: FileWatch?
  private var token: FileWatch.Token?
  private var timer: LoopTimer?
  private var whenDone: (() -> Void)?

  /// How often an emptied group is looked at where inotify is not to be had.
  private static let interval = TimeSpan.milliseconds(100)

  /// Takes over what is left.
  ///
  /// - Parameters:
  ///   - scope: What the main process was part of.
  ///   - settings: Whether to end what is left, and how long it has.
  ///   - files: Tells when a cgroup is empty.
  ///   - loop: Where to wait.
  ///   - whenDone: Called once, when nothing is left to do; never during this call.
  /// - Throws: `SystemError` when there is no descriptor left to wait with.
  init(
    of scope: ProcessScope,
    settings: HostSettings,
    files: FileWatch?,
    on loop: EventLoop,
    whenDone: @escaping () -> Void
  ) throws(SystemError) {
    self.scope = scope
    grace = settings.leftoverGrace
    isEnding = settings.endsLeftovers
    self.files = files
    self.whenDone = whenDone
    timer = try LoopTimer(on: loop) { [weak self] in self?.timePassed() }
    if case .cgroup(let group) = scope, let files {
      token = try? group.watchEvents(with: files) { [weak self] in self?.clearAway() }
    }
    if isEnding {
      scope.signalLeftovers(SIGTERM)
      timer?.arm(at: Clocks.boot + grace.nanoseconds)
    } else if token == nil {
      timer?.arm(at: Clocks.boot + Self.interval.nanoseconds)
    }
  }

  /// Gives up waiting: what is still there and is to be ended is ended at once.
  func close() {
    if isEnding { scope.kill(main: nil) }
    clearAway()
    finish()
  }

  private func timePassed() {
    if isEnding { scope.kill(main: nil) }
    guard case .cgroup = scope else { return finish() }
    clearAway()
    // The kernel ends processes after the call has returned.
    timer?.arm(at: Clocks.boot + Self.interval.nanoseconds)
  }

  private func clearAway() {
    guard case .cgroup(let group) = scope, !group.isPopulated else { return }
    if (try? group.remove()) != nil { finish() }
  }

  private func finish() {
    if let token { files?.unwatch(token) }
    token = nil
    timer?.close()
    timer = nil
    let whenDone = whenDone
    self.whenDone = nil
    whenDone?()
  }
}
