// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

@Suite struct TimerTests {
  @Test func `a moment in the past fires at once`() throws {
    let loop = try EventLoop()
    var fired = 0
    let timer = try LoopTimer(on: loop) { fired += 1 }
    timer.arm(at: 0)
    try turn(loop) { fired == 1 }
    #expect(fired == 1)
  }

  @Test func `a timer never fires before its moment`() throws {
    let loop = try EventLoop()
    let moment = Clocks.boot + 30_000_000
    var firedAt: Int64?
    let timer = try LoopTimer(on: loop) { firedAt = Clocks.boot }
    timer.arm(at: moment)
    try turn(loop) { firedAt != nil }
    #expect(try #require(firedAt) >= moment)
  }

  @Test func `arming anew replaces the earlier moment`() throws {
    let loop = try EventLoop()
    var fired: [String] = []
    let first = try LoopTimer(on: loop) { fired.append("first") }
    let second = try LoopTimer(on: loop) { fired.append("second") }
    first.arm(at: Clocks.boot + 5_000_000)
    first.arm(at: .max)
    second.arm(at: Clocks.boot + 20_000_000)
    try turn(loop) { !fired.isEmpty }
    #expect(fired == ["second"])
  }

  @Test func `a timer that fires again was armed again`() throws {
    let loop = try EventLoop()
    var fired = 0
    var again: (() -> Void)?
    let timer = try LoopTimer(on: loop) {
      fired += 1
      if fired < 3 { again?() }
    }
    again = { timer.arm(at: 1) }
    timer.arm(at: 1)
    try turn(loop) { fired == 3 }
    let hadMore = try loop.turn(timeoutMilliseconds: 0)
    #expect(fired == 3)
    #expect(!hadMore)
    again = nil
  }

  @Test func `a closed timer stays silent`() throws {
    let loop = try EventLoop()
    var fired = false
    let timer = try LoopTimer(on: loop) { fired = true }
    timer.arm(at: 1)
    timer.close()
    timer.close()
    try loop.turn(timeoutMilliseconds: 0)
    #expect(!fired)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may set the clock"))
  func `setting the wall clock is told each time`() throws {
    let loop = try EventLoop()
    var jumps = 0
    let watch = try WallClockWatch(on: loop) { jumps += 1 }
    for count in 1...2 {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      // To set the clock to what it shows counts as a jump.
      try #require(clock_settime(CLOCK_REALTIME, &now) == 0)
      try turn(loop) { jumps >= count }
    }
    #expect(jumps >= 2)
    watch.close()
  }
}
