// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// Notices a resume where no service tells of it: the wall clock is then set anew.
final class SuspendWatch {
  private var clock = SuspendClock()
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
    if clock.hasSlept() { resumed() }
  }
}
