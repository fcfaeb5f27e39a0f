// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

@Suite struct IdleRuleTests {
  private func sight(
    at seconds: Int64,
    load: String,
    cores: Int = 4,
    sinceInput: Int64? = nil
  ) throws -> IdleRule.Sight {
    IdleRule.Sight(
      now: seconds * 1_000_000_000,
      load: try #require(LoadAverages(load)),
      cores: cores,
      sinceInput: sinceInput.map { $0 * 1_000_000_000 }
    )
  }

  @Test(arguments: [
    ("0.10 0.20 0.30", true), ("1.99 1.99 9.00", true), ("2.00 0.10 0.10", false),
    ("0.10 3.00 0.10", false),
  ])
  func `the first look trusts the kernel's means`(load: String, isIdle: Bool) throws {
    var rule = IdleRule()
    #expect(rule.isIdle(try sight(at: 1000, load: load), isFirst: true) == isIdle)
  }

  @Test func `two minutes below half the cores are idle, and one busy look ends it`() throws {
    var rule = IdleRule()
    var answers: [Bool] = []
    for (seconds, load) in [
      (0, "3.0 3.0 3.0"), (30, "1.0 3.0 3.0"), (60, "1.0 2.5 3.0"), (120, "1.0 2.5 3.0"),
      (149, "1.0 2.5 3.0"), (150, "1.0 2.5 3.0"), (180, "2.0 2.5 3.0"), (210, "1.0 1.0 1.0"),
    ] {
      let sight = try sight(at: Int64(seconds), load: load)
      answers.append(rule.isIdle(sight, isFirst: seconds == 0))
    }
    #expect(answers == [false, false, false, false, false, true, false, false])
  }

  @Test func `a machine that slept between two looks starts anew`() throws {
    var rule = IdleRule()
    #expect(rule.isIdle(try sight(at: 0, load: "0 0 0"), isFirst: true))
    #expect(rule.isIdle(try sight(at: 30, load: "0 0 0"), isFirst: false))
    #expect(!rule.isIdle(try sight(at: 9000, load: "0 0 0"), isFirst: false))
  }

  @Test(arguments: [(0, false), (119, false), (120, true)])
  func `input within two minutes is use`(secondsAgo: Int64, isIdle: Bool) throws {
    var rule = IdleRule()
    let sight = try sight(at: 1000, load: "0 0 0", sinceInput: secondsAgo)
    #expect(rule.isIdle(sight, isFirst: true) == isIdle)
  }

  @Test(arguments: ["", "x y z", "0.1", "nan nan nan", "-1 0 0", "inf 0 0", "0x"])
  func `a line that makes no sense is no load`(line: String) {
    #expect(LoadAverages(line) == nil)
  }

  @Test(arguments: [
    ("0", 1), ("0-3", 4), ("0-3,5", 5), ("0,2,4-5", 4), ("", nil), ("-", nil), ("3-1", nil),
    ("0-99999999999", nil), ("0-1-2", nil), ("a", nil), ("0,,1", nil),
  ])
  func `a list of processors is counted`(list: String, count: Int?) {
    #expect(OnlineProcessors.count(list) == count)
  }
}

@Suite struct IdleSourceTests {
  private func found(_ machine: FakeMachine, _ kind: MachineKind) throws -> Finding {
    let source = IdleSource(folders: machine.folders, kind: kind)
    var found: [Finding] = []
    source.start(on: try EventLoop()) { found = $0 }
    return try #require(found.first)
  }

  @Test func `a reading names load and cores`() throws {
    let machine = try FakeMachine()
    try machine.write("proc/loadavg", "0.08 0.06 0.01 2/93 7332")
    try machine.write("sys/devices/system/cpu/online", "0-1")
    let found = try found(machine, .server)
    #expect(found.fact == .idle(true))
    #expect(found.source == "load 0.08 on 2 cores")
    #expect(found.trust == .derived)
  }

  @Test(arguments: [(MachineKind.desktop, false), (.server, true), (.container, true)])
  func `typing at a terminal counts on a desktop only`(kind: MachineKind, isIdle: Bool) throws {
    let machine = try FakeMachine()
    try machine.write("proc/loadavg", "0.00 0.00 0.00 1/1 1")
    try machine.touch("dev/tty1", lastTyped: Date(timeIntervalSinceNow: -3600))
    try machine.touch("dev/pts/3", lastTyped: Date(timeIntervalSinceNow: -10))
    #expect(try found(machine, kind).fact == .idle(isIdle))
  }

  @Test func `files that are no terminals do not count`() throws {
    let machine = try FakeMachine()
    try machine.write("proc/loadavg", "0.00 0.00 0.00 1/1 1")
    for path in ["dev/tty", "dev/tty0", "dev/ttyS0", "dev/pts/ptmx"] {
      try machine.touch(path, lastTyped: Date())
    }
    #expect(try found(machine, .desktop).fact == .idle(true))
  }

  @Test func `a key pressed in the future counts as now`() throws {
    let machine = try FakeMachine()
    try machine.write("proc/loadavg", "0.00 0.00 0.00 1/1 1")
    try machine.touch("dev/pts/3", lastTyped: Date(timeIntervalSinceNow: 86_400))
    #expect(try found(machine, .desktop).fact == .idle(false))
  }

  @Test(arguments: [nil, "", "garbage"])
  func `without a load the default holds and says why`(line: String?) throws {
    let machine = try FakeMachine()
    if let line { try machine.write("proc/loadavg", line) }
    let found = try found(machine, .server)
    #expect(found.fact == .idle(true))
    #expect(found.trust == .default)
    #expect(found.source.hasPrefix("default: "))
  }
}
