// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import NightjarSimulator
import NightjarTestSupport
import Testing

/// When a request that waits would start, by a journal that ends in the middle of a day.
struct OutlookTests {
  private static let day = RecordedDay().recording

  private func wall(_ time: String) throws -> WallTime {
    try #require(WallTime(rfc3339: "2027-03-01T\(time):00Z"))
  }

  /// The journal as it was at a time of the day, with events that came last.
  private func journal(at time: String, then events: Event...) throws -> Recording {
    var recording = Self.day
    let wall = try wall(time)
    let offset = recording.segments[0].snapshot.wallOffset
    recording.segments[0].entries.removeAll { offset.wall(at: $0.record.at) > wall }
    var engine = Engine(
      policy: recording.segments[0].policy,
      snapshot: recording.segments[0].snapshot,
      at: recording.segments[0].at
    )
    for entry in recording.segments[0].entries {
      _ = engine.handle(entry.record.event, at: entry.record.at)
    }
    for event in events {
      let at = offset.instant(of: wall)
      let decisions = engine.handle(event, at: at).map(\.decisionText)
      let record = RecordedDecision(at: at, event: event, decisions: decisions)
      recording.segments[0].entries.append(Recording.Entry(line: 0, record: record))
    }
    return recording
  }

  @Test func `a floor is waited for, and not longer than the window`() throws {
    let outlook = try Outlook(
      journal(at: "07:40"),
      of: RecordedDay.refresh,
      now: wall("07:40")
    )
    let start = try #require(outlook?.start)
    #expect(try start >= wall("08:35"))
    #expect(outlook?.reasons.isEmpty == true)
  }

  @Test func `what needs power starts as if it were there`() throws {
    let now = try wall("15:00")
    let outlook = try Outlook(journal(at: "15:00"), of: RecordedDay.index, now: now)
    let start = try #require(outlook?.start)
    #expect(start >= now)
    #expect(start < now + .hours(24))
  }

  @Test func `an app that was swiped away starts as if its user opened it`() throws {
    let journal = try journal(at: "15:00", then: .appForceQuit(RecordedDay.app))
    let outlook = try Outlook(journal, of: RecordedDay.refresh, now: wall("15:00"))
    #expect(outlook?.start != nil)
  }

  @Test func `switches and modes are taken for turned`() throws {
    let journal = try journal(
      at: "15:00",
      then: .appRefreshSwitched(RecordedDay.app, false),
      .deviceChanged(.lowPower(true)),
      .deviceChanged(.refresh(false)),
      .deviceChanged(.thermal(.serious))
    )
    let outlook = try Outlook(journal, of: RecordedDay.refresh, now: wall("15:00"))
    #expect(outlook?.start != nil)
  }

  @Test func `a journal that decides otherwise foretells nothing`() throws {
    var journal = try journal(at: "15:00")
    journal.segments[0].entries[3].record.decisions.append("log \"\"")
    #expect(try Outlook(journal, of: RecordedDay.refresh, now: wall("15:00")) == nil)
  }

  @Test func `what does not wait has no outlook`() throws {
    let none = RequestKey(app: RecordedDay.app, task: TaskIdentifier("none"))
    #expect(try Outlook(journal(at: "15:00"), of: none, now: wall("15:00")) == nil)
    #expect(try Outlook(Recording(), of: RecordedDay.refresh, now: wall("15:00")) == nil)
  }

  @Test func `the day itself agrees when nothing else happens`() throws {
    // Nobody uses the device from 19:10 on, and the charger comes at 22:30.
    let outlook = try Outlook(
      journal(at: "22:29"),
      of: RecordedDay.index,
      now: wall("22:29")
    )
    let answer = try #require(WhatIf(Self.day, changes: []))
    let index = try #require(answer.tasks.first { $0.key == RecordedDay.index })
    let start = try #require(outlook?.start)
    let recorded = try #require(index.recorded.first { $0 > start })
    #expect(recorded - start < .seconds(90) && start - recorded < .seconds(90))
  }
}
