// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

@testable import NightjarDaemon
@testable import NightjarWire

@Suite
struct ServiceTests {
  private let app = AppIdentifier("org.example.app")
  private let other = AppIdentifier("org.example.other")

  private func peer(_ pid: Int32) -> WirePeer {
    WirePeer(
      process: ProcessIdentity(pid: pid, startTicks: 1),
      uid: 0,
      isAdopted: false
    )
  }

  @Test
  func `an app may name itself only, a tool any app`() throws {
    let authority = Authority(links: AppLinks())
    authority.links.note(peer(1).process, belongsTo: app)
    try authority.check(peer(1), mayActFor: app)
    try authority.check(peer(2), mayActFor: app)
    let refusal = #expect(throws: SchedulerInterface.NotYours.self) {
      try authority.check(peer(1), mayActFor: other)
    }
    #expect(refusal?.app == other.rawValue)
    #expect(refusal?.message.contains(app.rawValue) == true)
  }

  @Test
  func `an app that names nobody is shown its own tasks`() throws {
    let authority = Authority(links: AppLinks())
    authority.links.note(peer(1).process, belongsTo: app)
    #expect(try authority.scope(of: peer(1), asking: nil) == app)
    #expect(try authority.scope(of: peer(2), asking: nil) == nil)
    #expect(try authority.scope(of: peer(2), asking: other.rawValue) == other)
    #expect(throws: SchedulerInterface.NotYours.self) {
      try authority.scope(of: peer(1), asking: other.rawValue)
    }
  }

  @Test
  func `a process number that is used again is another process`() throws {
    let authority = Authority(links: AppLinks())
    authority.links.note(peer(1).process, belongsTo: app)
    authority.links.forget(peer(1).process)
    try authority.check(peer(1), mayActFor: other)
  }

  @Test
  func `followers of the log are told of each line until they stop`() {
    var written: [String] = []
    var followed: [String] = []
    let log = LogBook { written.append($0.message) }
    let wall = WallTime(nanoseconds: 0)
    log.note("one", at: wall)
    let number = log.follow { followed.append($0.message) }
    log.note("two", at: wall)
    log.stopFollowing(number)
    log.note("three", at: wall)
    #expect(written == ["one", "two", "three"])
    #expect(followed == ["two"])
  }
}
