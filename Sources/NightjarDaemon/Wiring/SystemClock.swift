// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// The machine's clocks, and the one timer that wakes the scheduler.
final class SystemClock: ClockPort {
  private let timer: LoopTimer
  private var suspend = SuspendClock()

  init(on loop: EventLoop, onWake: @escaping () -> Void) throws(SystemError) {
    timer = try LoopTimer(on: loop, handler: onWake)
  }

  var now: Instant { Instant(nanoseconds: Clocks.boot) }
  var wall: WallTime { WallTime(nanoseconds: Clocks.wall) }

  /// The offset between the clocks, read as close together as a process can.
  var offset: WallOffset { WallOffset(wall: wall, at: now) }

  func hasSlept() -> Bool { suspend.hasSlept() }

  func wake(at instant: Instant) {
    timer.arm(at: instant.nanoseconds)
  }

  func close() {
    timer.close()
  }
}
