// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// Finds out from two clocks whether the machine slept: one goes on through suspend.
struct SuspendClock {
  /// Less than this many nanoseconds is the distance between two readings, not sleep.
  private static let least: Int64 = 1_000_000_000

  private var slept: Int64

  /// Begins with what the clocks show now.
  init(boot: Int64, monotonic: Int64) {
    slept = boot - monotonic
  }

  /// Whether the machine slept since the last time this was asked.
  mutating func hasSlept(boot: Int64, monotonic: Int64) -> Bool {
    let before = slept
    slept = boot - monotonic
    return slept - before >= Self.least
  }
}

/// Notices a resume where no service tells of it: the wall clock is then set anew.
final class SuspendWatch {
  private var clock = SuspendClock(boot: Clocks.boot, monotonic: Clocks.monotonic)
  private var watch: WallClockWatch?
  private let resumed: () -> Void

  /// Makes a watch that does not watch yet.
  ///
  /// - Parameter resumed: Called after a resume.
  init(resumed: @escaping () -> Void) {
    self.resumed = resumed
  }

  /// Watches from now on; without descriptors left a resume is not noticed.
  func start(on loop: EventLoop) {
    watch = try? WallClockWatch(on: loop) { [weak self] in self?.look() }
  }

  /// Watches no more.
  func stop() {
    watch?.close()
    watch = nil
  }

  private func look() {
    if clock.hasSlept(boot: Clocks.boot, monotonic: Clocks.monotonic) { resumed() }
  }
}
