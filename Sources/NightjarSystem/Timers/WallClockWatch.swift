// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Tells when somebody sets the wall clock.
///
/// A timer on CLOCK_REALTIME that lies far ahead is cancelled by the kernel when the clock makes a
/// jump (TFD_TIMER_CANCEL_ON_SET, timerfd_create(2)). A resume from suspend counts as a jump too.
package final class WallClockWatch {
  private let timer: Descriptor
  private var source: EventLoop.Source?

  /// Begins to watch the wall clock.
  ///
  /// - Parameters:
  ///   - loop: Where to call back.
  ///   - handler: Called after the clock was set; it reads the clock itself.
  /// - Throws: `SystemError` when the process has no descriptors left.
  package init(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    let number = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard number >= 0 else { throw .last("timerfd_create") }
    timer = Descriptor(owning: number)
    try Self.arm(number)
    source = try loop.watch(number, for: .read) { _ in
      var count: UInt64 = 0
      let result = read(number, &count, 8)
      if result < 0 && errno == EAGAIN { return }
      // ECANCELED is the jump; that the far moment has come means one as well.
      try? Self.arm(number)
      handler()
    }
  }

  deinit {
    close()
  }

  /// Stops watching; a second call does nothing.
  package func close() {
    source?.cancel()
    source = nil
  }

  private static func arm(_ number: Int32) throws(SystemError) {
    let yearInSeconds = 365 * 86_400
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(Clocks.wall / 1_000_000_000) + 100 * yearInSeconds
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    let result = timerfd_settime(number, flags, &setting, nil)
    // A jump between two arms is reported by the second one, which has armed nonetheless.
    guard result == 0 || errno == ECANCELED else { throw .last("timerfd_settime") }
  }
}
