// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// A timer on the boot clock that calls back once each time it was armed.
///
/// The boot clock goes on through suspend: a moment that passed meanwhile fires on resume.
package final class LoopTimer {
  private let timer: Descriptor
  private var source: EventLoop.Source?

  /// Makes a timer that is not armed.
  ///
  /// - Parameters:
  ///   - loop: Where to call back.
  ///   - handler: Called at the moment, or as soon after it as the loop gets to it.
  /// - Throws: `SystemError` when the process has no descriptors left.
  package init(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    let number = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard number >= 0 else { throw .last("timerfd_create") }
    timer = Descriptor(owning: number)
    source = try loop.watch(number, for: .read) { _ in
      var count: UInt64 = 0
      // Nothing to read: it was armed anew after the loop had seen it ready.
      guard read(number, &count, 8) == 8 else { return }
      handler()
    }
  }

  deinit {
    close()
  }

  /// Arms the timer, replacing the moment that it was armed for.
  ///
  /// - Parameter nanoseconds: The moment on `Clocks.boot`; one that has passed fires at once, and
  ///   `Int64.max` never does.
  package func arm(at nanoseconds: Int64) {
    guard nanoseconds != .max else { return disarm() }
    // Zero would disarm, timerfd_settime(2).
    set(max(1, nanoseconds))
  }

  /// Makes the timer wait for nothing.
  package func disarm() {
    set(0)
  }

  /// Ends the timer for good; a second call does nothing.
  package func close() {
    source?.cancel()
    source = nil
    disarm()
  }

  private func set(_ nanoseconds: Int64) {
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    // The values are in range by construction, so this cannot fail.
    timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
