// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NightjarSystem
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct StartUpTests {
  @Test
  func `a second daemon on the same state says so and ends with 1`() throws {
    let first = try RunningDaemon()
    let second = try ChildProcess(
      "\(TestFolder.programs)/nightjard",
      environment: [
        "NIGHTJAR_SOCKET": "\(first.folder.path)/run/other", "NIGHTJAR_STATE": first.state,
      ],
      output: "\(first.folder.path)/second.log",
      on: first.loop
    )
    #expect(try second.wait() == .exited(1))
    #expect(second.text.contains(first.state), "\(second.text)")
    #expect(second.text.contains("\(first.pid)") || second.text.contains("another"))
    #expect(try first.tasks().isEmpty, "the first is not disturbed")
  }

  @Test
  func `a second daemon on the same socket says so and ends with 1`() throws {
    let first = try RunningDaemon()
    let second = try ChildProcess(
      "\(TestFolder.programs)/nightjard",
      environment: [
        "NIGHTJAR_SOCKET": first.socket, "NIGHTJAR_STATE": "\(first.folder.path)/other",
      ],
      output: "\(first.folder.path)/second.log",
      on: first.loop
    )
    #expect(try second.wait() == .exited(1))
    #expect(second.text.contains(first.socket), "\(second.text)")
    #expect(try first.connect().call(DaemonInterface.Status.self, .init()).pid == Int(first.pid))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `a state folder that cannot be written ends the daemon with a clear message`() throws {
    let daemon = try RunningDaemon(starts: false)
    try #require(mkdir(daemon.state, 0o500) == 0)
    let process = try daemon.spawn()
    #expect(try process.wait() == .exited(1))
    #expect(process.text.contains(daemon.state), "\(process.text)")
  }

  @Test
  func `a state folder that is a file ends the daemon with a clear message`() throws {
    let daemon = try RunningDaemon(starts: false)
    try Data().write(to: URL(fileURLWithPath: daemon.state))
    let process = try daemon.spawn()
    #expect(try process.wait() == .exited(1))
    #expect(process.text.contains(daemon.state), "\(process.text)")
  }

  @Test
  func `a damaged state file is put aside, and the daemon starts and says so`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try daemon.terminate()
    let file = try #require(try stateFile(of: daemon))
    try Data(repeating: 0x5A, count: 40_000).write(to: URL(fileURLWithPath: file))
    try daemon.start()
    #expect(try daemon.tasks().isEmpty)
    #expect(daemon.log.contains(file), "\(daemon.log)")
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    #expect(try daemon.tasks().count == 1)
  }

  @Test
  func `a state file of a newer daemon is left alone`() throws {
    let daemon = try RunningDaemon()
    try daemon.terminate()
    let file = try #require(try stateFile(of: daemon))
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    // The file format of SQLite: the user version is the 32-bit number at offset 60.
    try handle.seek(toOffset: 60)
    try handle.write(contentsOf: Data([0, 0, 0x7F, 0xFF]))
    try handle.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let process = try daemon.spawn()
    #expect(try process.wait() == .exited(1))
    #expect(process.text.contains("newer"), "\(process.text)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test(arguments: ["NIGHTJAR_POLICY", "NIGHTJAR_FAULT"])
  func `a variable for tests that makes no sense ends the daemon`(name: String) throws {
    let daemon = try RunningDaemon(starts: false)
    daemon.environment[name] = "nonsense"
    let process = try daemon.spawn()
    #expect(try process.wait() == .exited(1))
    #expect(process.text.contains(name) && process.text.contains("nonsense"))
  }

  @Test
  func `a clean end leaves no process of the daemon's and no socket`() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.terminate() == .exited(0))
    #expect(daemon.folder.processes.isEmpty)
    #expect(access(daemon.socket, F_OK) != 0)
    #expect(daemon.log.contains("nightjard ends"))
  }

  @Test
  func `a socket that was left behind is no obstacle`() throws {
    let daemon = try RunningDaemon()
    try daemon.kill()
    #expect(access(daemon.socket, F_OK) == 0)
    try daemon.start()
    #expect(try daemon.tasks().isEmpty)
  }

  /// The file that holds the requests.
  private func stateFile(of daemon: RunningDaemon) throws -> String? {
    try FileManager.default.contentsOfDirectory(atPath: daemon.state)
      .filter { $0.hasSuffix(".sqlite") && !$0.contains("history") }
      .map { "\(daemon.state)/\($0)" }
      .first
  }
}
