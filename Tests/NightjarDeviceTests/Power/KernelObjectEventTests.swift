// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSystem
import Testing

@testable import NightjarDevice

@Suite struct KernelObjectEventTests {
  private func datagram(_ fields: String...) -> [UInt8] {
    fields.flatMap { Array($0.utf8) + [0] }
  }

  @Test func `the news of a charger is understood`() {
    let event = KernelObjectEvent(
      datagram(
        "change@/devices/LNXSYSTM:00/PNP0C0A:00/ACPI0003:00/power_supply/AC",
        "ACTION=change",
        "DEVPATH=/devices/LNXSYSTM:00/PNP0C0A:00/ACPI0003:00/power_supply/AC",
        "SUBSYSTEM=power_supply",
        "POWER_SUPPLY_NAME=AC",
        "POWER_SUPPLY_TYPE=Mains",
        "POWER_SUPPLY_ONLINE=1",
        "SEQNUM=4711"
      )
    )
    #expect(event?.action == "change")
    #expect(event?.path == "/devices/LNXSYSTM:00/PNP0C0A:00/ACPI0003:00/power_supply/AC")
    #expect(event?.subsystem == "power_supply")
  }

  @Test(arguments: [
    [], [0], [0, 0, 0], Array("change@/devices".utf8), Array("@\0SUBSYSTEM=x\0".utf8),
    Array("libudev\0\u{FE}\u{ED}SUBSYSTEM=power_supply\0".utf8),
    Array("SUBSYSTEM=power_supply\0".utf8), [UInt8](repeating: 0xFF, count: 70),
  ])
  func `what is no uevent is none`(bytes: [UInt8]) {
    #expect(KernelObjectEvent(bytes) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may make the kernel announce a device again"))
  func `the kernel's own announcement is heard and understood`() throws {
    let socket = try NetlinkSocket(.kernelObjects, groups: RouteNetlink.kernelObjectGroup)
    let trigger = "/sys/devices/virtual/mem/null/uevent"
    guard access(trigger, W_OK) == 0 else {
      try Test.cancel("this machine does not let us write \(trigger)")
    }
    try Data("change".utf8).write(to: URL(fileURLWithPath: trigger))
    // The kernel has put the datagram into the socket before the write returns.
    var events: [KernelObjectEvent] = []
    while case .datagram(let bytes) = try socket.receive() {
      KernelObjectEvent(bytes).map { events.append($0) }
    }
    #expect(events.contains { $0.action == "change" && $0.path == "/devices/virtual/mem/null" })
    #expect(events.contains { $0.subsystem == "mem" })
  }
}
