// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// One piece of the journal: where a segment begins, or something that happened after that.
package enum JournalItem: Hashable, Sendable {
  /// All that the engine knew at a moment; a segment begins with one.
  case checkpoint(JournalCheckpoint)

  /// Something that the engine was told, and what it decided.
  case entry(JournalEntry)
}

/// Some lines of a journal, oldest first, as ``JournalLine`` reads them.
package struct JournalPage: Hashable, Sendable {
  /// The lines.
  package var lines: [String] = []

  /// Where to go on, which may find nothing; `nil` when these were the last lines.
  package var next: Int64?

  /// Makes a page without lines.
  package init() {}
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
package struct JournalEntry: Sendable {
  /// When the engine was told.
  package var at: Instant

  /// What it was told.
  package var event: Event

  private let source: Source

  /// Effects are described only when somebody reads them: that is the writer's thread, and no
  /// caller waits for it.
  private enum Source {
    case effects([Effect])
    case texts([String])
  }

  /// Its effects, each described in one line.
  ///
  /// - Complexity: O(*n*) in the number of effects, each time.
  package var decisions: [String] {
    switch source {
    case .effects(let effects): effects.map(\.decisionText)
    case .texts(let texts): texts
    }
  }

  /// Makes an entry of what the engine decided.
  package init(at: Instant, event: Event, effects: [Effect]) {
    self.at = at
    self.event = event
    source = .effects(effects)
  }

  /// Makes an entry of what was written down.
  package init(at: Instant, event: Event, decisions: [String]) {
    self.at = at
    self.event = event
    source = .texts(decisions)
  }
}

extension JournalEntry: Hashable {
  /// Whether both say the same, wherever they come from.
  package static func == (left: Self, right: Self) -> Bool {
    left.at == right.at && left.event == right.event && left.decisions == right.decisions
  }

  /// Feeds what was said into a hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(at)
    hasher.combine(event)
    hasher.combine(decisions)
  }
}
