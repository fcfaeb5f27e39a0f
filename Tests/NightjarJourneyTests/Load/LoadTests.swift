// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct LoadTests {
  @Test
  func `a thousand connections are held, and each is answered`() throws {
    let daemon = try RunningDaemon()
    let clients = try (0..<1000).map { _ in try daemon.connect() }
    for client in clients {
      #expect(
        try client.call(DaemonInterface.Status.self, .init(), timeout: .seconds(20)).apps == 0
      )
    }
    for client in clients { client.close() }
    #expect(try daemon.tasks().isEmpty)
  }

  @Test(arguments: [10_000, 100_000])
  func `many requests of many apps are taken, kept and listed`(count: Int) throws {
    let daemon = try RunningDaemon()
    try daemon.set(["power": "battery"])
    // Ten processing requests are what one app may have. A hundred apps ask at the same time, so
    // that one commit takes the requests of many.
    let peers = try (0..<100).map { _ in try RawPeer(path: daemon.socket) }
    for round in 0..<(count / 1000) {
      for (index, peer) in peers.enumerated() {
        try peer.send(Self.frames(of: "org.example.a\(round * 100 + index)"))
      }
      for peer in peers {
        #expect(try peer.receive(11).filter { $0.contains("\"error\"") } == [])
      }
    }
    let status = try daemon.call(DaemonInterface.Status.self, .init())
    #expect(status.pending == count)
    #expect(status.apps == count / 10)
    try daemon.kill()
    try daemon.start()
    #expect(try daemon.call(DaemonInterface.Status.self, .init()).pending == count)
  }

  /// The calls that install an app and submit ten requests for it.
  private static func frames(of app: String) -> [String] {
    let tasks = (0..<10).map { "task\($0)" }
    let permitted = tasks.map { "\"\($0)\"" }.joined(separator: ",")
    let install = """
      {"method":"io.nightjar.Apps.Install","parameters":{"facts":{"identifier":"\(app)",\
      "executable":"/bin/false","arguments":[],"name":"","build":"1",\
      "permittedIdentifiers":[\(permitted)],"backgroundModes":["processing"],"entitlements":[]}}}
      """
    return [install]
      + tasks.map { task in
        """
        {"method":"io.nightjar.Scheduler.Submit","parameters":{"app":"\(app)",\
        "identifier":"\(task)","kind":"processing","requiresExternalPower":true}}
        """
      }
  }

  @Test
  func `hostile frames end their own connection and nothing else`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    let frames: [[UInt8]] = [
      Array(repeating: 0, count: 4096),
      Array(repeating: UInt8(ascii: "["), count: 200_000) + [0],
      Array(repeating: 0xFF, count: 4096) + [0],
      Array("{\"method\":\"io.nightjar.Scheduler.Submit\",\"parameters\":7}".utf8) + [0],
      Array("{\"method\":\"io.nightjar.Apps.Attach\",\"parameters\":{}}".utf8) + [0],
      Array("{\"method\":\"io.nightjar.Scheduler.Complete\",\"parameters\":{\"run\":1e99}}".utf8)
        + [0],
      Array(
        "{\"method\":\"io.nightjar.Scheduler.Complete\",\"parameters\":{\"run\":-1,\"success\":true}}"
          .utf8
      ) + [0],
      Array(repeating: UInt8(ascii: "x"), count: 5 << 20),
    ]
    for frame in frames {
      // Less than all of it may be taken before the daemon hangs up.
      try? RawPeer(path: daemon.socket).send(frame)
    }
    #expect(try daemon.tasks().map(\.state) == ["pending"])
    #expect(daemon.process?.isAlive == true)
  }

  @Test
  func `a hundred launches leave no zombie and no descriptor`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "pending"])
    try app.does(start: ["register refresh"], ["refresh": ["complete true", "exit 0"]])
    try launch(app, of: daemon, until: 3)
    let before = try descriptors(of: daemon)
    try launch(app, of: daemon, until: 100)
    // A caller's connection is closed by the daemon only once it has seen the caller hang up.
    try EventLoop().wait(for: "no more than \(before) descriptors") {
      try descriptors(of: daemon) <= before ? true : nil
    }
    #expect(ProcessFacts.all().filter { $0.parent == daemon.pid }.isEmpty)
    #expect(app.events("began").count == 100)
  }

  private func launch(_ app: TestApp, of daemon: RunningDaemon, until count: Int) throws {
    for number in (app.events("began").count + 1)...count {
      try app.submit("refresh", "refresh")
      try daemon.waitForRuns(number, of: "refresh")
      try daemon.waitForApp(app.identifier, toBe: "notRunning")
    }
  }

  private func descriptors(of daemon: RunningDaemon) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/fd").count
  }

  @Test
  func `an idle daemon does nothing`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    // Looking at the machine settles first: what was submitted is written, sources have been read.
    var last = try switches(of: daemon)
    var isQuiet = false
    for _ in 0..<5 where !isQuiet {
      let quiet = try EventLoop()
      _ = try quiet.turn(timeoutMilliseconds: 3000)
      let now = try switches(of: daemon)
      isQuiet = now == last
      last = now
    }
    #expect(isQuiet, "woken in each of five spans of three seconds: \(last)")
  }

  /// How often each thread of the daemon has gone to sleep: proc_pid_status(5).
  private func switches(of daemon: RunningDaemon) throws -> [String: Int] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/task")
    return try threads.reduce(into: [:]) { counts, thread in
      let path = "/proc/\(daemon.pid)/task/\(thread)/status"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
    }
  }
}
