// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem
import Testing

@testable import NightjarDevice

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
