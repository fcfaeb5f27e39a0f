// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem
import Testing

@Suite struct SuspendClockTests {
  @Test func `a machine slept when one clock went on without the other`() {
    let second: Int64 = 1_000_000_000
    var clock = SuspendClock(boot: 50 * second, monotonic: 40 * second)
    let slept = [
      clock.hasSlept(boot: 60 * second, monotonic: 50 * second),
      clock.hasSlept(boot: 3660 * second, monotonic: 60 * second),
      clock.hasSlept(boot: 3670 * second + 900, monotonic: 70 * second),
    ]
    #expect(slept == [false, true, false])
  }

  @Test func `a machine that is awake did not sleep`() {
    var clock = SuspendClock()
    let hasSlept = clock.hasSlept()
    #expect(!hasSlept)
  }
}
