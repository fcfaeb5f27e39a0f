// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine
package import NightjarModel

/// What was decided at one event, as a journal keeps it.
package struct RecordedDecision: Hashable, Sendable {
  /// When the event was handled.
  package var at: Instant

  /// What happened.
  package var event: Event

  /// The ``Effect/decisionText`` of each effect, in order.
  package var decisions: [String]

  /// Makes a record.
  package init(at: Instant, event: Event, decisions: [String]) {
    self.at = at
    self.event = event
    self.decisions = decisions
  }
}

/// The first event at which a replay decides otherwise than the journal says.
package struct ReplayDifference: Hashable, Sendable {
  /// The place of the event in the journal, from 0.
  package var index: Int

  /// The event with what was recorded.
  package var recorded: RecordedDecision

  /// What is decided now.
  package var decisions: [String]

  /// The place in the decisions at which the two lists part, from 0.
  package var firstDifferent: Int {
    zip(recorded.decisions, decisions).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(recorded.decisions.count, decisions.count)
  }
}

/// Feeds a journal to a new engine, to see whether it decides as was recorded.
///
/// The engine is the daemon's, and it reads no clock and rolls no dice: with the policy of the
/// recording there is no difference, unless the engine changed since. With another policy the first
/// difference tells what that policy would have done otherwise.
package struct Replay {
  /// The engine, as far as the journal was fed to it.
  package private(set) var engine: Engine

  private var fed = 0

  /// Starts where the journal starts.
  ///
  /// - Parameters:
  ///   - policy: The numbers to decide by.
  ///   - snapshot: The ``Engine/checkpoint()`` that the journal begins with.
  ///   - instant: When it was taken.
  package init(policy: Policy, snapshot: Snapshot, at instant: Instant) {
    engine = Engine(policy: policy, snapshot: snapshot, at: instant)
  }

  /// Feeds the next event.
  ///
  /// - Returns: The difference, if the engine decides otherwise than was recorded.
  package mutating func feed(_ record: RecordedDecision) -> ReplayDifference? {
    defer { fed += 1 }
    let decisions = engine.handle(record.event, at: record.at).map(\.decisionText)
    guard decisions != record.decisions else { return nil }
    return ReplayDifference(index: fed, recorded: record, decisions: decisions)
  }

  /// Feeds events until the first difference.
  ///
  /// - Returns: The difference; `nil` when all was decided as recorded.
  package mutating func firstDifference(
    in records: some Sequence<RecordedDecision>
  ) -> ReplayDifference? {
    for record in records {
      if let difference = feed(record) { return difference }
    }
    return nil
  }
}
