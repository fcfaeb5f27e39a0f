// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NightjarSystem
import NightjarWire
import Testing

/// The sample apps, run as a user and the daemon run them.
@Suite(.serialized, .ownThread)
struct AppLifeTests {
  /// Waits until a file, which is written to meanwhile, has a text.
  private func wait(for text: String, in file: String, of daemon: RunningDaemon) throws {
    let watch = try FileWatch(on: daemon.loop)
    defer { watch.close() }
    try watch.watch(file, for: .modified) { _, _ in }
    try daemon.loop.wait(for: text) {
      let lines = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      return lines.contains(text) ? true : nil
    }
  }

  /// Starts a sample as a user does, and ends it as a terminal does once it has launched.
  private func visit(_ name: String, until text: String, in daemon: RunningDaemon) throws {
    let output = "\(daemon.folder.path)/\(name).log"
    let app = try ChildProcess(
      "\(TestFolder.programs)/\(name)",
      environment: ["NIGHTJAR_SOCKET": daemon.socket],
      output: output,
      on: daemon.loop
    )
    try wait(for: text, in: output, of: daemon)
    app.send(SIGTERM)
    #expect(try app.wait() == .exited(0), "\(app.text)")
    try daemon.waitForApp("org.nightjar.\(name)", toBe: "notRunning")
  }

  private func log(of name: String, at daemon: RunningDaemon) -> String {
    "\(daemon.state)/logs/org.nightjar.\(name).log"
  }

  /// What a sample printed when the daemon had started it.
  private func output(_ name: String, of daemon: RunningDaemon) -> String {
    (try? String(contentsOfFile: log(of: name, at: daemon), encoding: .utf8)) ?? ""
  }

  @Test
  func `a delegate submits on leaving, and the daemon starts the app for the refresh`() throws {
    let daemon = try RunningDaemon()
    try visit("TideTable", until: "launched in front", in: daemon)
    #expect(try daemon.tasks(history: false).count == 2)

    try daemon.simulateLaunch("org.nightjar.TideTable.refresh")
    #expect(try daemon.waitForRuns(1, of: "org.nightjar.TideTable.refresh") == ["success"])
    let lines = output("TideTable", of: daemon)
    let launched = try #require(lines.range(of: "launched behind"), "\(lines)")
    let entered = try #require(lines.range(of: "entered background"), "\(lines)")
    let done = try #require(lines.range(of: "refresh done"), "\(lines)")
    #expect(launched.upperBound < entered.lowerBound, "spec 3.1.1")
    #expect(entered.upperBound < done.lowerBound, "spec 3.1.1")
  }

  @Test
  func `compatibility 79: the return of a scene's action completes the task`() throws {
    let daemon = try RunningDaemon()
    try visit("Herbarium", until: "scene phase active", in: daemon)
    try daemon.simulateLaunch("org.nightjar.Herbarium.refresh")
    #expect(try daemon.waitForRuns(1, of: "org.nightjar.Herbarium.refresh") == ["success"])
    #expect(output("Herbarium", of: daemon).contains("collected"))
  }

  @Test
  func `compatibility 79: expiry cancels a scene's action, and the task ends without success`()
    throws
  {
    let daemon = try RunningDaemon()
    try visit("Herbarium", until: "scene phase active", in: daemon)
    try daemon.simulateLaunch("org.nightjar.Herbarium.reindex")
    try daemon.wait(for: "the action to begin") { tasks in
      tasks.contains { $0.state == "running" } ? true : nil
    }
    try wait(for: "reindexing", in: log(of: "Herbarium", at: daemon), of: daemon)
    try daemon.simulateExpiration("org.nightjar.Herbarium.reindex")
    #expect(try daemon.waitForRuns(1, of: "org.nightjar.Herbarium.reindex") == ["expired"])
    #expect(output("Herbarium", of: daemon).contains("reindexing was cancelled"))
  }
}
