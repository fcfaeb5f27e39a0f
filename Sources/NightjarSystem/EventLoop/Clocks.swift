// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The clocks of the machine.
package enum Clocks {
  /// Nanoseconds since boot, suspend included: CLOCK_BOOTTIME.
  package static var boot: Int64 { read(CLOCK_BOOTTIME) }

  /// Nanoseconds since 1970 as the wall clock shows them: CLOCK_REALTIME.
  package static var wall: Int64 { read(CLOCK_REALTIME) }

  /// Nanoseconds since boot without suspend, as service managers count: CLOCK_MONOTONIC.
  package static var monotonic: Int64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // These clocks exist on every Linux that has epoll, so this cannot fail.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
