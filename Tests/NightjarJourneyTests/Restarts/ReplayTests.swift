// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarEngine
import NightjarSimulator
import NightjarStore
import NightjarSystem
import Testing

@Suite(.serialized, .ownThread)
struct ReplayTests {
  @Test
  func `compatibility 53: what a daemon decided is decided again from its journal`() throws {
    let daemon = try RunningDaemon(policy: "")
    let app = try TestApp(in: daemon)
    try app.visit(["register refresh", "submit refresh refresh 5000"])
    try app.does(
      start: ["register refresh", "register index", "submit processing index power"],
      ["refresh": ["complete true"], "index": ["onExpiration complete false", "trace up"]]
    )
    try daemon.simulateLaunch("refresh")
    try app.wait(for: "up")
    try daemon.set(["power": "battery"])
    try daemon.waitForRuns(1, of: "index")
    try daemon.waitForRuns(1, of: "refresh")
    try daemon.waitForApp(app.identifier, toBe: "suspended")
    try daemon.terminate()

    let items = try journal(of: daemon).map { try JournalLine.decode($0) }
    guard case .checkpoint(let checkpoint)? = items.first else {
      throw Failure("the journal does not begin with a checkpoint")
    }
    var replay = Replay(
      policy: try #require(Policy(text: checkpoint.policy)),
      snapshot: checkpoint.snapshot,
      at: checkpoint.at
    )
    let records = items.compactMap { item -> RecordedDecision? in
      guard case .entry(let entry) = item else { return nil }
      return RecordedDecision(at: entry.at, event: entry.event, decisions: entry.decisions)
    }
    #expect(records.count > 10)
    #expect(replay.firstDifference(in: records) == nil)
  }

  @Test
  func `a journal that is asked for is decided again, and otherwise with another fact`() throws {
    let daemon = try RunningDaemon(policy: "")
    let app = try TestApp(in: daemon)
    try app.visit(["register index", "submit processing index power"])
    try app.does(start: ["register index"], ["index": ["complete true"]])
    try daemon.waitForRuns(1, of: "index")
    try daemon.waitForApp(app.identifier, toBe: "suspended")

    let journal = "\(daemon.folder.path)/day.jsonl"
    #expect(try nightjar(["log", "--journal"], printing: journal, daemon).end == .exited(0))
    let same = try nightjar(["replay", journal], printing: "\(journal).same", daemon)
    #expect(same.end == .exited(0), "\(same.text)")
    #expect(same.text.contains("all decided as recorded"))
    let other = try nightjar(
      ["replay", journal, "--what-if", "power=battery"],
      printing: "\(journal).other",
      daemon
    )
    #expect(other.end == .exited(1), "\(other.text)")
    #expect(other.text.contains("→ never"))
    #expect(other.text.contains("waitingForExternalPower"))
  }

  @Test
  func `a task that waits on battery is told when it could start`() throws {
    let daemon = try RunningDaemon(policy: "")
    try daemon.set(["power": "battery"])
    let app = try TestApp(in: daemon)
    try app.visit(["register index", "submit processing index power"])
    let answer = try nightjar(
      ["why", "--forecast", "index"],
      printing: "\(daemon.folder.path)/why",
      daemon
    )
    #expect(answer.end == .exited(0), "\(answer.text)")
    #expect(answer.text.contains("Needs: external power (waitingForExternalPower)."))
    #expect(answer.text.contains("it would start at"), "\(answer.text)")
  }

  @Test
  func `an app that ran under the daemon is forecast from what it did`() throws {
    let daemon = try RunningDaemon(policy: "")
    let app = try TestApp(in: daemon)
    try app.visit(["register index", "submit processing index power"])
    try app.does(start: ["register index"], ["index": ["complete true"]])
    try daemon.waitForRuns(1, of: "index")
    let picture = "\(daemon.folder.path)/app.svg"
    let words = ["forecast", "--app", app.identifier, "--users", "6", "--days", "3"]
    let table = try nightjar(
      words + ["--svg", picture],
      printing: "\(daemon.folder.path)/table",
      daemon
    )
    #expect(table.end == .exited(0), "\(table.text)")
    #expect(table.text.contains("\nindex\n"), "\(table.text)")
    #expect(table.text.contains("  this device "))
    #expect(table.text.contains("index: processing; needs external power; works "))
    #expect(try String(contentsOf: URL(filePath: picture), encoding: .utf8).hasPrefix("<svg "))
    let wrong = try nightjar(
      ["forecast", "--app", app.identifier + "x"],
      printing: "\(daemon.folder.path)/wrong",
      daemon
    )
    #expect(wrong.end == .exited(4))
  }

  private func nightjar(
    _ arguments: [String],
    printing path: String,
    _ daemon: RunningDaemon
  ) throws -> (end: ProcessWatch.End, text: String) {
    let child = try ChildProcess(
      "\(TestFolder.programs)/nightjar",
      arguments,
      environment: daemon.environment,
      output: path,
      on: daemon.loop
    )
    return (try child.wait(), child.text)
  }

  /// Reads the journal that a daemon has left, as an export does.
  private func journal(of daemon: RunningDaemon) throws -> [String] {
    let folder = try StateDirectory(path: daemon.state)
    let store = try Store.open(in: folder, poster: daemon.loop.poster).store
    defer { store.close() }
    let answer = Answer()
    store.readJournal { answer.value = $0 }
    return try daemon.loop.wait(for: "the journal") { answer.value }.get()
  }
}

/// Written on the loop's thread, which is the test's.
private final class Answer: @unchecked Sendable {
  // Invariant for @unchecked: only the thread that turns the loop reads and writes it.
  var value: Result<[String], StoreError>?
}
