// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem
import Testing

@testable import NightjarDevice

@Suite struct SuspendTests {
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
}

@Suite struct PressureTests {
  @Test(arguments: [nil, "some avg10=0.00"])
  func `a kernel that tells nothing of memory is named`(contents: String?) throws {
    let machine = try FakeMachine()
    if let contents { try machine.write("proc/pressure/memory", contents) }
    let source = PressureSource(path: machine.folders.memoryPressure) {}
    source.start(on: try EventLoop())
    #expect(source.check.state == .missing)
    #expect(source.check.detail.contains(machine.folders.memoryPressure))
    source.stop()
  }

  @Test func `the machine's own file takes the trigger, or says why not`() throws {
    let source = PressureSource(path: MachineFolders().memoryPressure) {}
    source.start(on: try EventLoop())
    let check = source.check
    #expect(check.state == .ok || check.detail.contains("/proc/pressure/memory"))
    #expect((check.state == .ok) == (check.remedy == nil))
    source.stop()
  }
}
