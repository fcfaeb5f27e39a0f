// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import NightjarSimulator
import Testing

@Suite struct ReplayTests {
  /// A journal with the checkpoint that it begins with.
  struct Journal {
    var policy = Policy(preset: .phone)
    var begins = Instant(nanoseconds: 1_000_000_000)
    var snapshot: Snapshot
    var records: [RecordedDecision] = []
  }

  private static let app = AppIdentifier("com.x.app")

  private func request(_ task: String, _ kind: TaskKind, floor: WallTime?) -> Event {
    let key = RequestKey(app: Self.app, task: TaskIdentifier(task))
    let request = TaskRequest(key: key, kind: kind, earliestBegin: floor)
    return .submitted(request, Ticket(rawValue: 1))
  }

  /// Half an hour of a made-up device, recorded from a checkpoint in its middle.
  private func record(seed: UInt64, events: Int = 2000) -> Journal {
    var random = seed
    func below(_ bound: UInt64) -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (random >> 33) % bound
    }
    var journal = Journal(
      snapshot: Snapshot(device: DeviceState(), wallOffset: WallOffset(nanoseconds: 0))
    )
    var now = journal.begins
    var engine = Engine(policy: journal.policy, snapshot: journal.snapshot, at: now)
    let facts = AppFacts(
      identifier: Self.app,
      permittedIdentifiers: ["a", "b", "c"],
      backgroundModes: ["fetch", "processing"]
    )
    let process = ProcessIdentity(pid: 7, startTicks: 7)
    let attachment = AppAttachment(
      facts: facts,
      process: process,
      isDaemonStarted: true,
      isForeground: false
    )
    for event in [.appAttached(attachment), .appFinishedLaunching(Self.app, process)] as [Event] {
      _ = engine.handle(event, at: now)
    }
    journal.snapshot = engine.checkpoint()
    for _ in 0..<events {
      now = now + .milliseconds(Int64(below(2000)))
      let floor = WallTime(nanoseconds: now.nanoseconds) + .seconds(Int64(below(20)))
      let event: Event =
        switch below(8) {
        case 0...1: request("a", .refresh, floor: floor)
        case 2: request(below(2) == 0 ? "b" : "c", .processing, floor: floor)
        case 3: .runCompleted(RunNumber(rawValue: Int64(below(400))), success: true)
        case 4...5: .runCompleted(engine.snapshot().lastRun, success: below(2) == 0)
        case 6: .deviceChanged(.idle(below(3) > 0))
        default: .timePassed
        }
      let decisions = engine.handle(event, at: now).map(\.decisionText)
      journal.records.append(RecordedDecision(at: now, event: event, decisions: decisions))
    }
    return journal
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `compatibility 53: a replay decides what was decided`(seed: UInt64) {
    let journal = record(seed: seed)
    var replay = Replay(policy: journal.policy, snapshot: journal.snapshot, at: journal.begins)
    #expect(replay.firstDifference(in: journal.records) == nil)
    #expect(journal.records.contains { $0.decisions.contains { $0.hasPrefix("deliver") } })
  }

  @Test func `another policy shows where it first decides otherwise`() throws {
    let journal = record(seed: 4)
    var policy = journal.policy
    policy.processingTime = .seconds(10)
    var replay = Replay(policy: policy, snapshot: journal.snapshot, at: journal.begins)
    let found = replay.firstDifference(in: journal.records)
    let difference = try #require(found)
    let recorded = difference.recorded.decisions[difference.firstDifferent]
    let decided = difference.decisions[difference.firstDifferent]
    #expect(recorded != decided)
    #expect(decided.contains("deadline="))
    #expect(journal.records[difference.index] == difference.recorded)
  }

  @Test func `a record that was tampered with is found`() throws {
    var journal = record(seed: 5)
    journal.records[1234].decisions.append("launch \"com.x.none\" background")
    var replay = Replay(policy: journal.policy, snapshot: journal.snapshot, at: journal.begins)
    let found = replay.firstDifference(in: journal.records)
    let difference = try #require(found)
    #expect(difference.index == 1234)
    #expect(difference.firstDifferent == difference.decisions.count)
  }
}
