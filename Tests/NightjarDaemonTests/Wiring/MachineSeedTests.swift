// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NightjarDaemon

@Suite struct MachineSeedTests {
  @Test func `a machine has one seed, and another machine another`() {
    #expect(MachineSeed.read() == MachineSeed.read())
    #expect(MachineSeed.number("here") != MachineSeed.number("there"))
    // The vector of the authors of FNV-1a for "a".
    #expect(MachineSeed.number("a") == Int64(bitPattern: 0xaf63_dc4c_8601_ec8c))
  }
}
