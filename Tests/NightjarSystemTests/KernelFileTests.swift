// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem
import Testing

@Suite struct KernelFileTests {
  @Test func `a file of proc is read whole and without the white space around it`() throws {
    let text = try KernelFile.text(of: "/proc/self/comm")
    #expect(!text.isEmpty)
    #expect(!text.hasSuffix("\n"))
  }

  @Test func `a file without an end is not read to it`() throws {
    #expect(try KernelFile.text(of: "/dev/zero") == "")
  }

  @Test(arguments: ["/proc/self/nothing", "/proc/self/comm/x", "/proc/self", ""])
  func `what cannot be read is an error that names it`(path: String) {
    let error = #expect(throws: SystemError.self) { try KernelFile.text(of: path) }
    #expect(error?.subject == path)
  }

  @Test func `a folder is listed in order and without itself`() throws {
    let names = try KernelFile.names(in: "/proc/self")
    #expect(names == names.sorted())
    #expect(names.contains("comm"))
    #expect(!names.contains("."))
    #expect(throws: SystemError.self) { try KernelFile.names(in: "/proc/self/comm") }
  }
}
