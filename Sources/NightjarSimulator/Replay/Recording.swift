// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine
package import NightjarModel

/// A journal as a replay reads it.
package struct Recording: Hashable, Sendable {
  /// Something that happened, and the line of the journal that tells it.
  package struct Entry: Hashable, Sendable {
    /// The line's number, from 1.
    package var line: Int

    /// The event and what was decided.
    package var record: RecordedDecision

    /// Makes an entry.
    package init(line: Int, record: RecordedDecision) {
      self.line = line
      self.record = record
    }
  }

  /// A stretch that begins with all that the engine knew.
  package struct Segment: Hashable, Sendable {
    /// The numbers that were decided by.
    package var policy: Policy

    /// What the engine knew.
    package var snapshot: Snapshot

    /// When it was written down.
    package var at: Instant

    /// What happened then, in order.
    package var entries: [Entry] = []

    /// Makes a segment in which nothing has happened; `nil` when the policy is not known.
    ///
    /// - Parameters:
    ///   - policy: The policy as `Policy.text` spells it.
    ///   - snapshot: What the engine knew.
    ///   - instant: When.
    package init?(policy: String, snapshot: Snapshot, at instant: Instant) {
      guard let policy = Policy(text: policy) else { return nil }
      self.policy = policy
      self.snapshot = snapshot
      at = instant
    }

    /// When the last thing happened.
    var end: Instant { entries.map(\.record.at).max().map { max($0, at) } ?? at }
  }

  /// The stretches, oldest first.
  package var segments: [Segment] = []

  /// Makes a recording of nothing.
  package init() {}

  /// How many events were recorded.
  package var count: Int { segments.map(\.entries.count).reduce(0, +) }
}

/// What a replay of a whole recording came to.
package struct ReplayOutcome: Hashable, Sendable {
  /// Where the replay first decides otherwise.
  package struct Difference: Hashable, Sendable {
    /// The line of the journal.
    package var line: Int

    /// What the clock showed.
    package var wall: WallTime

    /// The event, what was recorded and what is decided now.
    package var difference: ReplayDifference
  }

  /// How many events were decided again, up to the first difference.
  package var events = 0

  /// What the clock showed at the beginning and at the last event.
  package var from: WallTime
  package var through: WallTime

  /// The first difference; `nil` when all was decided as recorded.
  package var difference: Difference?

  /// Decides everything again; `nil` when the recording has no segment.
  package init?(_ recording: Recording) {
    guard let first = recording.segments.first else { return nil }
    from = first.snapshot.wallOffset.wall(at: first.at)
    through = from
    for segment in recording.segments {
      var replay = Replay(policy: segment.policy, snapshot: segment.snapshot, at: segment.at)
      for entry in segment.entries {
        let found = replay.feed(entry.record)
        events += 1
        through = replay.engine.wallOffset.wall(at: entry.record.at)
        guard let found else { continue }
        difference = Difference(line: entry.line, wall: through, difference: found)
        return
      }
    }
  }
}
