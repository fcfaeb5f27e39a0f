// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// One piece of the journal: where a segment begins, or something that happened after that.
package enum JournalItem: Hashable, Sendable {
  /// All that the engine knew at a moment; a segment begins with one.
  case checkpoint(JournalCheckpoint)

  /// Something that the engine was told, and what it decided.
  case entry(JournalEntry)
}

/// What the engine knew at a moment, and the policy that it decides by.
package struct JournalCheckpoint: Hashable, Sendable {
  /// When it was taken.
  package var at: Instant

  /// What the engine knew.
  package var snapshot: Snapshot

  /// The policy, described so that a replay can choose the same.
  package var policy: String

  /// Makes a checkpoint.
  package init(at: Instant, snapshot: Snapshot, policy: String) {
    self.at = at
    self.snapshot = snapshot
    self.policy = policy
  }
}

/// Something that the engine was told, and what it decided.
package struct JournalEntry: Hashable, Sendable {
  /// When the engine was told.
  package var at: Instant

  /// What it was told.
  package var event: Event

  /// Its effects, each described in one line.
  package var decisions: [String]

  /// Makes an entry.
  package init(at: Instant, event: Event, decisions: [String]) {
    self.at = at
    self.event = event
    self.decisions = decisions
  }
}
