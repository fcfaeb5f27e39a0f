// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NightjarSystem
import NightjarWire
import Testing

/// The numbers of a running daemon, and the file that overrides them.
@Suite struct PolicyTests {
  private func daemon(_ file: String) throws -> RunningDaemon {
    let daemon = try RunningDaemon(starts: false)
    daemon.environment["XDG_CONFIG_HOME"] = "\(daemon.folder.path)/config"
    try FileManager.default.createDirectory(
      atPath: "\(daemon.folder.path)/config/nightjar",
      withIntermediateDirectories: true
    )
    try write(file, daemon)
    return daemon
  }

  private func write(_ file: String, _ daemon: RunningDaemon) throws {
    try Data(file.utf8).write(to: URL(filePath: path(daemon)))
  }

  private func path(_ daemon: RunningDaemon) -> String {
    "\(daemon.folder.path)/config/nightjar/policy.json"
  }

  private func slots(_ daemon: RunningDaemon) throws -> DaemonInterface.Number? {
    try daemon.call(DaemonInterface.Policy.self, NoFields()).numbers.first { $0.name == "slots" }
  }

  @Test func `a changed file is read on SIGHUP, and one with a mistake changes nothing`() throws {
    let daemon = try daemon(#"{"slots": 3}"#)
    try daemon.start()
    #expect(try slots(daemon)?.value == "3")
    #expect(try slots(daemon)?.origin == path(daemon))
    try write(#"{"slots": 5}"#, daemon)
    kill(daemon.pid, SIGHUP)
    try daemon.loop.wait(for: "five slots") { try slots(daemon)?.value == "5" ? true : nil }
    try write(#"{"slots": "all"}"#, daemon)
    kill(daemon.pid, SIGHUP)
    try daemon.loop.wait(for: "a complaint") { daemon.log.contains("\"all\"") ? true : nil }
    #expect(try slots(daemon)?.value == "5")
    #expect(throws: WireError.self) { try daemon.call(DaemonInterface.Reload.self, NoFields()) }
    try FileManager.default.removeItem(atPath: path(daemon))
    _ = try daemon.call(DaemonInterface.Reload.self, NoFields())
    #expect(try slots(daemon)?.origin.isEmpty == true)
  }

  @Test func `a file with a mistake keeps the daemon from starting`() throws {
    let daemon = try daemon(#"{"slotz": 3}"#)
    let process = try daemon.spawn()
    #expect(try process.wait() == .exited(1))
    #expect(process.text.contains("did you mean \"slots\"?"), "\(process.text)")
  }

  @Test func `what is remembered of an app's use can be seen and erased, for good`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    _ = try daemon.call(AppsInterface.Launch.self, .init(app: app.identifier))
    let usage = try daemon.call(AppsInterface.Usage.self, .init(app: app.identifier))
    #expect(usage.hours.count == 168 && usage.hours.contains { $0 >= 1 })
    #expect(usage.since != nil)
    // One that is in front when the next daemon comes would count as opened once more.
    _ = try daemon.call(AppsInterface.Quit.self, .init(app: app.identifier))
    try daemon.waitForApp(app.identifier, toBe: "notRunning")
    _ = try daemon.call(AppsInterface.EraseUsage.self, .init(app: app.identifier))
    try daemon.kill()
    try daemon.start()
    #expect(
      try daemon.call(AppsInterface.Usage.self, .init(app: app.identifier)) == .init(hours: [])
    )
  }
}
