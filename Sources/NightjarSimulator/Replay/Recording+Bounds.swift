// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel

// What no daemon writes. An engine trusts its own store; a file may come from anywhere.

extension Recording.Segment {
  /// Clocks of machines lie between 1970 and 2200.
  private static let clocks: ClosedRange<Int64> = 0...7_258_118_400_000_000_000

  /// A machine runs for less than a century.
  private static let instants: ClosedRange<Int64> = 0...3_155_760_000_000_000_000

  /// No daemon counts further.
  private static let counts: Range<Int64> = 0..<(1 << 53)

  /// A segment of a year is no day; playing it would seem to last for ever.
  private static let longest = TimeSpan.days(366)

  /// What is wrong with what was known at the beginning; `nil` when it can be gone on from.
  package var objection: String? {
    if !Self.instants.contains(at.nanoseconds) { return "its time is beyond all clocks" }
    if !isClock(snapshot.wallOffset, at: at) { return "its clock shows no year of our time" }
    let device = snapshot.device
    if !(0...100).contains(device.battery) || !(0...1000).contains(device.quiet) {
      return "its device is in a state that does not exist"
    }
    let numbers =
      snapshot.runs.map(\.run.number.rawValue) + snapshot.pending.map(\.number.rawValue)
      + [snapshot.lastRun.rawValue, snapshot.lastSubmission.rawValue]
      + snapshot.crashes.map { Int64($0.crashes) }
      + snapshot.apps.map { Int64($0.launchFailures) }
    if !numbers.allSatisfy(Self.counts.contains) { return "it counts beyond all numbers" }
    if !snapshot.apps.allSatisfy({ isHabit($0.usage) }) {
      return "an app of it was used as no app can be"
    }
    return nil
  }

  /// What is wrong with something that happened; `nil` when it can be told to the engine.
  package func objection(to record: RecordedDecision) -> String? {
    if !Self.instants.contains(record.at.nanoseconds) { return "its time is beyond all clocks" }
    if record.at - at > Self.longest {
      return "this happened more than a year after its checkpoint"
    }
    if case .clockChanged(let offset) = record.event, !isClock(offset, at: record.at) {
      return "its clock shows no year of our time"
    }
    return nil
  }

  private func isClock(_ offset: WallOffset, at instant: Instant) -> Bool {
    Self.clocks.contains(offset.wall(at: instant).nanoseconds)
  }

  private func isHabit(_ usage: UsageHistory) -> Bool {
    let day = TimeSpan.days(1).nanoseconds
    return (0...Self.clocks.upperBound / day).contains(usage.day)
      && usage.hours.allSatisfy { $0 >= 0 && $0 < 1e12 }
  }
}
