// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarCommandLine
import NightjarEngine
import NightjarModel
import NightjarSimulator
import NightjarStore
import NightjarTestSupport
import Testing

/// `nightjar replay`, and `nightjar log --journal`, which prints what it reads.
struct ReplayTests {
  private let folder: TemporaryFolder

  /// The lines of a recorded day.
  private static let lines: [String] = {
    let day = RecordedDay()
    let checkpoint = JournalCheckpoint(
      at: day.begins,
      snapshot: day.snapshot,
      policy: day.policy.text
    )
    let entries = day.records.map { record in
      JournalItem.entry(
        JournalEntry(at: record.at, event: record.event, decisions: record.decisions)
      )
    }
    return ([.checkpoint(checkpoint)] + entries).map(JournalLine.encode)
  }()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func replay(
    _ lines: [String] = ReplayTests.lines,
    _ arguments: String...
  ) throws -> Result {
    let path = try folder.file("day.jsonl", lines.map { $0 + "\n" }.joined())
    return run(["replay", path] + arguments, daemon: nil)
  }

  @Test func `0 says that a day is decided as recorded`() throws {
    let result = try replay()
    #expect(result.code == .done, "\(result.errors)")
    let count = Self.lines.count - 1
    #expect(result.text.hasPrefix("\(count) events from 2027-03-01 00:00:00 to 2027-03-01 "))
    #expect(result.text.hasSuffix(": all decided as recorded.\n"))
    let json = try replay(Self.lines, "--json")
    #expect(json.text.hasPrefix("{\"same\":true,\"from\":\"2027-03-01T00:00:00Z\","))
  }

  @Test func `1 says where a journal that was tampered with differs`() throws {
    var lines = Self.lines
    let place = try #require(lines.firstIndex { $0.contains("\"deliver ") })
    lines[place] = lines[place].replacing("\"deliver ", with: "\"liver ")
    let result = try replay(lines)
    #expect(result.code == .findings)
    #expect(result.text.hasPrefix("Line \(place + 1), at 2027-03-01 "))
    #expect(result.text.contains("\n  recorded: liver "))
    #expect(result.text.contains("\n  replayed: deliver "))
    let json = try replay(lines, "--json")
    #expect(json.code == .findings)
    #expect(json.text.contains("\"line\":\(place + 1),"))
  }

  @Test func `another fact shows what starts later, and what never`() throws {
    let result = try replay(Self.lines, "--what-if", "power=battery", "--what-if", "battery=15")
    #expect(result.code == .findings, "\(result.errors)")
    #expect(result.text.hasPrefix("What if power=battery battery=15, from 2027-03-01 00:00:00 to "))
    #expect(result.text.contains(" → never"))
    let words = result.text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("waits at the end: lowBattery; needed: 20 % or external power"))
    let json = try replay(Self.lines, "--what-if", "power=battery", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
    #expect(object?["same"] as? Bool == false)
    let tasks = try #require(object?["tasks"] as? [[String: Any]])
    let index = try #require(tasks.first { $0["task"] as? String == "org.example.index" })
    #expect((index["whatIf"] as? [String])?.isEmpty == true)
    #expect((index["recorded"] as? [String])?.isEmpty == false)
  }

  @Test func `a fact that held anyway makes no difference`() throws {
    let result = try replay(Self.lines, "--what-if", "thermal=nominal")
    #expect(result.code == .done)
    #expect(!result.text.contains("→"))
  }

  @Test(arguments: [
    (["--what-if", "battery=101"], "0 to 100"), (["--what-if", "batery=10"], "battery"),
    (["--what-if", "battery"], "KEY=VALUE"),
    (["--what-if", "idle=true", "--what-if", "idle=false"], "idle more than once"),
  ])
  func `2 says that a change cannot be made`(arguments: [String], part: String) throws {
    let path = try folder.file("day.jsonl", Self.lines.joined(separator: "\n"))
    let result = run(["replay", path] + arguments, daemon: nil)
    #expect(result.code == .usage)
    #expect(result.errors.contains(part), "\(result.errors)")
  }

  @Test(arguments: [
    ("{\"v\":1", "line 3: "), ("null", "line 3: "),
    ("{\"v\":9}", "line 3: the journal has version"),
    (String(repeating: "[", count: 100_000), "line 3: "), ("\u{0}\u{1}", "line 3: "),
    (
      #"{"v":1,"entry":{"at":9223372036854775807,"event":{"type":"timePassed"},"decisions":[]}}"#,
      "line 3: its time is beyond all clocks"
    ),
    (
      #"{"v":1,"entry":{"at":32000000000000000,"event":{"type":"timePassed"},"decisions":[]}}"#,
      "line 3: this happened more than a year after"
    ),
  ])
  func `2 names the line that is broken`(line: String, part: String) throws {
    let result = try replay([Self.lines[0], "", line] + Self.lines.dropFirst())
    #expect(result.code == .usage)
    #expect(result.errors.contains(part), "\(result.errors)")
  }

  @Test func `2 says that a file is no journal`() throws {
    #expect(try replay([]).errors.contains("holds no journal"))
    #expect(try replay([Self.lines[1]]).errors.contains("line 1: a journal begins with a check"))
    let numbers = Self.lines[0].replacing("\"policy\":\"phone\"", with: "\"policy\":\"moon\"")
    #expect(try replay([numbers]).errors.contains("line 1: the numbers \"moon\" are not known"))
    let late = Self.lines[0].replacing("\"lastRun\":0", with: "\"lastRun\":9223372036854775807")
    #expect(try replay([late]).errors.contains("line 1: it counts beyond all numbers"))
    let missing = run(["replay", folder.path + "/none"], daemon: nil)
    #expect(missing.code == .usage)
    #expect(missing.errors.contains("/none cannot be read"))
    let binary = folder.path + "/binary"
    try Data([0xFF, 0xFE, 0x0A]).write(to: URL(filePath: binary))
    #expect(run(["replay", binary], daemon: nil).errors.contains("line 1: this is no text"))
    #expect(run(["replay", folder.path], daemon: nil).code == .usage)
  }

  @Test func `the journal is printed line by line`() {
    let daemon = FakeDaemon()
    let result = run(["log", "--journal"], daemon: daemon)
    #expect(result.code == .done)
    #expect(result.text == "{}\n[]\n1\n")
    #expect(daemon.calls == ["journal"])
    #expect(run(["log", "--journal", "--limit", "3"], daemon: daemon).code == .usage)
    #expect(run(["log", "--journal"], daemon: nil).code == .noDaemon)
  }
}
