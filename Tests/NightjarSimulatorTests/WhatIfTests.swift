// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import NightjarSimulator
import NightjarTestSupport
import Testing

/// A recorded day, decided again and played again.
struct WhatIfTests {
  private static let day = RecordedDay().recording

  private func play(_ changes: DeviceChange...) throws -> WhatIf {
    try #require(WhatIf(Self.day, changes: changes))
  }

  private func task(_ key: RequestKey, in answer: WhatIf) throws -> WhatIf.Task {
    try #require(answer.tasks.first { $0.key == key })
  }

  @Test func `a recorded day is decided as it was`() throws {
    let outcome = try #require(ReplayOutcome(Self.day))
    #expect(outcome.difference == nil)
    #expect(outcome.events == Self.day.count)
    #expect(outcome.from.rfc3339 == "2027-03-01T00:00:00Z")
    #expect(outcome.through > outcome.from + .hours(22))
  }

  @Test func `a record that was tampered with is shown with its line and time`() throws {
    var recording = Self.day
    let place = 40
    recording.segments[0].entries[place].record.decisions = ["launch \"org.none\" background"]
    let difference = try #require(ReplayOutcome(recording)?.difference)
    #expect(difference.line == place + 2)
    #expect(difference.difference.recorded.decisions == ["launch \"org.none\" background"])
    let at = recording.segments[0].entries[place].record.at
    #expect(difference.wall == recording.segments[0].snapshot.wallOffset.wall(at: at))
  }

  @Test func `without a change a day is played as it was recorded`() throws {
    let answer = try play()
    #expect(answer.isSame)
    #expect(answer.beginnings == 1)
    for key in [RecordedDay.refresh, RecordedDay.index] {
      let task = try task(key, in: answer)
      #expect(!task.recorded.isEmpty)
      #expect(task.unchanged.count == task.recorded.count)
      // A virtual app starts at once; the recorded one took a moment.
      for (played, recorded) in zip(task.unchanged, task.recorded) {
        #expect(recorded - played < .seconds(30) && played - recorded < .seconds(30))
      }
    }
  }

  @Test func `a fact that is as it was makes no difference`() throws {
    #expect(try play(.lowPower(false), .thermal(.nominal)).isSame)
  }

  @Test func `a charger that never comes back holds what needs it for ever`() throws {
    let answer = try play(.power(.battery))
    let index = try task(RecordedDay.index, in: answer)
    #expect(!index.unchanged.isEmpty)
    #expect(index.changed.isEmpty)
    #expect(index.first?.before == index.unchanged.first)
    #expect(index.first?.after == nil)
    #expect(index.reasons.contains { $0.name == "waitingForExternalPower" })
  }

  @Test func `a charger that is always there lets work run earlier`() throws {
    let index = try task(RecordedDay.index, in: play(.power(.external)))
    let first = try #require(index.first)
    #expect(try #require(first.after) < #require(first.before))
  }

  @Test func `an empty battery holds all while it discharges`() throws {
    let answer = try play(.battery(15))
    let refresh = try task(RecordedDay.refresh, in: answer)
    #expect(!answer.isSame)
    // The charger is pulled at 07:00 and comes back at 22:30.
    let plugged = WallTime(rfc3339: "2027-03-01T22:30:00Z")
    #expect(try refresh.changed.allSatisfy { try $0 >= #require(plugged) })
    #expect(refresh.changed.count < refresh.unchanged.count)
  }

  @Test func `Low Power Mode holds every refresh, and says so at the end`() throws {
    let refresh = try task(RecordedDay.refresh, in: play(.lowPower(true)))
    #expect(refresh.changed.isEmpty)
    #expect(refresh.reasons.contains(.lowPowerMode))
  }

  @Test func `segments that follow each other are one day, others are told`() throws {
    var cut = Self.day
    let whole = try #require(cut.segments.first)
    let half = whole.entries.count / 2
    var replay = Replay(policy: whole.policy, snapshot: whole.snapshot, at: whole.at)
    for entry in whole.entries.prefix(half) { _ = replay.feed(entry.record) }
    var engine = replay.engine
    var second = whole
    second.at = whole.entries[half - 1].record.at
    second.snapshot = engine.checkpoint()
    second.entries = Array(whole.entries.dropFirst(half))
    cut.segments[0].entries.removeLast(whole.entries.count - half)
    cut.segments.append(second)
    let answer = try #require(WhatIf(cut, changes: [.power(.battery)]))
    #expect(answer.beginnings == 1)
    #expect(answer.tasks == (try play(.power(.battery)).tasks))
    cut.segments[1].snapshot.device.battery = 3
    #expect(WhatIf(cut, changes: [])?.beginnings == 2)
  }

  @Test func `nothing recorded is nothing`() {
    #expect(ReplayOutcome(Recording()) == nil)
    #expect(WhatIf(Recording(), changes: []) == nil)
  }
}
