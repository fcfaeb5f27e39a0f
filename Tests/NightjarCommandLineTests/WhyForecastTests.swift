// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import NightjarEngine
import NightjarModel
import NightjarStore
import NightjarWire
import Testing

/// `nightjar why --forecast`.
struct WhyForecastTests {
  private static let arguments = ["why", "--forecast", "com.example.feed.refresh"]

  /// The words of a text, however its lines are broken.
  private func words(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// The journal of a daemon in which the first sample waits for power.
  private func journal(power: PowerSource) throws -> [String] {
    let now = try #require(WallTime(rfc3339: Samples.now))
    let policy = Policy(preset: .mains)
    let app = AppIdentifier("com.example.feed")
    let key = RequestKey(app: app, task: TaskIdentifier("com.example.feed.refresh"))
    let facts = AppFacts(
      identifier: app,
      bundleIdentifier: app.rawValue,
      permittedIdentifiers: [key.task.rawValue],
      backgroundModes: ["processing"]
    )
    let request = TaskRequest(
      key: key,
      kind: .processing,
      earliestBegin: now + .minutes(25),
      conditions: [.externalPower]
    )
    let snapshot = Snapshot(
      device: DeviceState(power: power, battery: 40),
      wallOffset: WallOffset(wall: now, at: Instant(nanoseconds: 5_000_000_000)),
      apps: [AppRecord(facts: facts)],
      pending: [
        PendingRequest(
          request: request,
          number: SubmissionNumber(rawValue: 1),
          submittedAt: now
        )
      ],
      lastSubmission: SubmissionNumber(rawValue: 1)
    )
    let checkpoint = JournalCheckpoint(
      at: Instant(nanoseconds: 5_000_000_000),
      snapshot: snapshot,
      policy: policy.text
    )
    return [JournalLine.encode(.checkpoint(checkpoint))]
  }

  @Test func `the earliest time and what would have to change are told`() throws {
    let daemon = FakeDaemon(journal: try journal(power: .battery))
    let result = run(Self.arguments, daemon: daemon)
    #expect(result.code == .done, "\(result.errors)")
    #expect(
      words(result.text) == """
        com.example.feed.refresh: Not before 10:30:00 (in 25 min). Needs: external power \
        (waitingForExternalPower). When that comes is not known. If that were so from now on, and \
        nothing else changed, it would start at 10:30:00 (in 25 min).
        """
    )
    let json = run(Self.arguments + ["--json"], daemon: daemon)
    #expect(
      json.text.contains(
        "\"forecast\":{\"notBefore\":\"2026-05-01T10:30:00Z\",\"needs\":[{\"reason\":"
          + "\"waitingForExternalPower\",\"needed\":\"external power\"}],"
          + "\"startsAt\":\"2026-05-01T10:30:00Z\",\"horizon\":\"2026-05-15T10:05:00Z\"}"
      ),
      "\(json.text)"
    )
  }

  @Test func `without a journal there is what the reasons say`() {
    let result = run(Self.arguments)
    #expect(result.code == .done)
    #expect(words(result.text).contains("Not before 10:30:00 (in 25 min). Needs: external power"))
    #expect(result.text.contains("The journal does not tell more"))
    let json = run(Self.arguments + ["--json"])
    #expect(json.text.contains("\"startsAt\":null,\"horizon\":null}"))
  }

  @Test func `nothing is foretold of a task that does not wait`() {
    let ended = Array(Samples.tasks.suffix(1))
    let result = run(["why", "--forecast", "org.other.clean"], daemon: FakeDaemon(tasks: ended))
    #expect(result.code == .done)
    #expect(result.text == "org.other.clean does not wait: it is expired.\n")
    let json = run(["why", "--forecast", "t", "--json"], daemon: FakeDaemon(tasks: ended))
    #expect(json.text.hasSuffix("\"forecast\":null}\n"))
  }

  @Test func `a task that nothing holds needs nothing`() {
    let free = Array(Samples.tasks[1...1])
    let result = run(["why", "--forecast", "t"], daemon: FakeDaemon(tasks: free))
    #expect(result.text.contains("No time has to come."))
    #expect(!result.text.contains("Needs"))
  }

  @Test func `an app is forecast from the daemon's journal`() throws {
    let daemon = FakeDaemon(journal: try journal(power: .battery))
    let words = ["forecast", "--app", "com.example.feed", "--users", "6", "--days", "2"]
    let result = run(words, daemon: daemon)
    #expect(result.code == .done, "\(result.errors)")
    #expect(
      result.text.contains("6 users, 2 days, preset mains, seed 1\n\ncom.example.feed.refresh")
    )
    #expect(result.text.contains("  this device "))
    #expect(
      result.text.contains(
        "com.example.feed.refresh: processing; needs external power; asks to wait 1500.0 s; "
          + "taken to work 1.0 s, as no run completed\n"
      ),
      "\(result.text)"
    )
    let json = run(words + ["--json"], daemon: daemon)
    #expect(json.text.contains("\"thisDevice\""))
    #expect(json.text.contains("\"basis\":[\"com.example.feed.refresh: processing"))
    let other = run(["forecast", "--app", "com.example.other"], daemon: daemon)
    #expect(other.code == .findings)
    #expect(other.errors.contains("the daemon's journal does not tell of com.example.other"))
    #expect(run(["forecast"]).code == .usage)
    #expect(run(["forecast", "x.json", "--app", "com.example.feed"]).code == .usage)
    #expect(run(words, daemon: nil).code == .noDaemon)
  }
}
