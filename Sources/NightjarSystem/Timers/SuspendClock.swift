// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Finds out from two clocks whether the machine slept: only one of them goes on through suspend.
package struct SuspendClock {
  /// Less than this many nanoseconds is the distance between two readings, not sleep.
  private static let least: Int64 = 1_000_000_000

  private var slept: Int64

  /// Begins with what the clocks show, in nanoseconds; the default is now.
  package init(boot: Int64 = Clocks.boot, monotonic: Int64 = Clocks.monotonic) {
    slept = boot - monotonic
  }

  /// Whether the machine slept since the last time this was asked.
  ///
  /// - Parameters:
  ///   - boot: What CLOCK_BOOTTIME shows, in nanoseconds; the default is now.
  ///   - monotonic: What CLOCK_MONOTONIC shows, in nanoseconds; the default is now.
  /// - Returns: Whether it slept for a second or more.
  package mutating func hasSlept(
    boot: Int64 = Clocks.boot,
    monotonic: Int64 = Clocks.monotonic
  ) -> Bool {
    let before = slept
    slept = boot - monotonic
    return slept - before >= Self.least
  }
}
