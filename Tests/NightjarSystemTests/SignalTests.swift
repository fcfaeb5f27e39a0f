// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

@Suite struct SignalTests {
  @Test func `a blocked signal arrives as a callback`() throws {
    let loop = try EventLoop()
    var seen: [Int32] = []
    let watch = try SignalWatch([SIGUSR1, SIGUSR2], on: loop) { seen.append($0) }
    // To this thread only: the other threads of a test run have the signals open.
    pthread_kill(pthread_self(), SIGUSR2)
    try turn(loop) { !seen.isEmpty }
    #expect(seen == [SIGUSR2])
    watch.close()
  }
}
