// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NightjarModel
import NightjarWire
import Testing

/// What somebody removes, stops reading, or writes into a name.
@Suite(.serialized, .ownThread)
struct HostileTests {
  @Test
  func `two spellings of one name are two requests, also after a restart`() throws {
    let daemon = try RunningDaemon()
    let names = ["caf\u{e9}", "cafe\u{301}"]
    let app = try TestApp(in: daemon)
    try app.describe(permitted: names)
    try app.install()
    try daemon.set(["power": "battery"])
    for name in names {
      #expect(try !app.submit("processing", name, power: true))
    }
    try daemon.kill()
    try daemon.start()
    #expect(
      try Set(daemon.tasks().map { Array($0.task.utf8) }) == Set(names.map { Array($0.utf8) })
    )
    let gone = try daemon.call(
      SchedulerInterface.Cancel.self,
      .init(app: app.identifier, identifier: names[1])
    )
    #expect(gone.cancelled == 1)
    #expect(try daemon.tasks().map { Array($0.task.utf8) } == [Array(names[0].utf8)])
  }

  @Test
  func `a name cannot forge a line of the log`() throws {
    let daemon = try RunningDaemon()
    try refused { try daemon.simulateLaunch("a\n2030-01-01T00:00:00Z forged\u{1b}[2J") }
    try refused { try daemon.simulateLaunch(String(repeating: "b", count: 500_000)) }
    #expect(daemon.log.contains(#""a\u{a}2030-01-01T00:00:00Z forged\u{1b}[2J""#))
    #expect(!daemon.log.contains("\u{1b}"))
    #expect(daemon.log.utf8.count < 10_000)
  }

  @Test
  func `a reader of the output that has stopped does not stop the daemon`() throws {
    let daemon = try RunningDaemon(starts: false)
    let pipe = "\(daemon.folder.path)/nightjard.log"
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try daemon.start()
    // A pipe holds 64 KiB: pipe(7).
    for _ in 0..<1000 {
      try refused { try daemon.simulateLaunch(String(repeating: "c", count: 100)) }
    }
    #expect(try daemon.tasks().isEmpty)
  }

  @Test
  func `a socket that is removed is made anew, and those who are there stay`() throws {
    let daemon = try RunningDaemon()
    let old = try daemon.connect()
    for path in [daemon.socket, "\(daemon.folder.path)/run"] {
      try FileManager.default.moveItem(atPath: path, toPath: "\(path).\(getpid())")
      try daemon.loop.wait(for: "the socket") { access(daemon.socket, F_OK) == 0 ? true : nil }
      #expect(
        try daemon.connect().call(DaemonInterface.Status.self, .init()).pid == Int(daemon.pid)
      )
      #expect(try old.call(DaemonInterface.Status.self, .init()).pid == Int(daemon.pid))
    }
    #expect(daemon.log.contains("made \(daemon.socket) anew"))
    try daemon.terminate()
    #expect(access(daemon.socket, F_OK) != 0)
  }

  @Test
  func `nothing is acknowledged once the state folder is gone`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.install()
    try daemon.set(["power": "battery"])
    try FileManager.default.moveItem(atPath: daemon.state, toPath: "\(daemon.state).aside")
    let submit = { try app.submit("processing", "index", power: true) }
    let error = #expect(throws: WireError.self) { try submit() }
    let refusal = error?.reply?.decoded(as: SchedulerInterface.SubmissionRefused.self)
    #expect(refusal?.facts == ["Reason": .text("storage")])
    try daemon.loop.wait(for: "a word in the log") {
      daemon.log.contains("the store cannot be written") ? true : nil
    }
    try FileManager.default.moveItem(atPath: "\(daemon.state).aside", toPath: daemon.state)
    #expect(try !submit())
    #expect(daemon.log.contains("the store can be written again"))
  }

  @Test
  func `an app of another language has a launch socket that waits, and its output goes with it`()
    throws
  {
    let daemon = try RunningDaemon(policy: "launchDelay=60000ms,crashDelay=60000ms")
    let app = try TestApp(in: daemon)
    app.executable = "\(app.folder)/script"
    try app.placeScript("cat /proc/self/fdinfo/$NIGHTJAR_LAUNCH_FD", at: app.executable)
    try app.install()
    try app.submit("refresh", "refresh")
    let flags = try daemon.loop.wait(for: "the flags") {
      app.output.split(separator: "\n").first { $0.hasPrefix("flags:") }
        .flatMap { $0.split(separator: "\t").last }
        .flatMap { Int32($0, radix: 8) }
    }
    #expect(flags & O_NONBLOCK == 0)
    try daemon.call(AppsInterface.Remove.self, .init(app: app.identifier))
    #expect(app.output.isEmpty)
  }

  /// Calls something that the daemon refuses; anything else that goes wrong is a failure.
  private func refused(_ body: () throws -> Void) throws {
    do {
      try body()
      Issue.record("it was not refused")
    } catch let error as WireError where error.code == .refused {
      // As it should be.
    }
  }
}
