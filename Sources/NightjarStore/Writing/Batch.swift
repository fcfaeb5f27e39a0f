// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// One setting that is set or, without a value, forgotten.
package struct Setting: Hashable, Sendable {
  /// Its name.
  package var name: String

  /// Its value; `nil` forgets it.
  package var value: String?

  /// Makes a setting.
  package init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}

/// What is written together: all of its state in one transaction, or nothing.
package struct Batch: Sendable {
  /// Changes of what the device remembers, in order; the end of a run also goes to the history.
  package var changes: [StateChange]

  /// Settings, after the changes.
  package var settings: [Setting]

  /// What the engine was told and decided, in order.
  package var journal: [JournalItem]

  /// Lines for the log.
  package var log: [LogRecord]

  /// Whether it must be on disk before it counts as committed.
  package var isDurable: Bool

  /// Makes a batch; one with a change that `mustBeDurable` is durable whatever is asked for.
  package init(
    changes: [StateChange] = [],
    settings: [Setting] = [],
    journal: [JournalItem] = [],
    log: [LogRecord] = [],
    isDurable: Bool = false
  ) {
    self.changes = changes
    self.settings = settings
    self.journal = journal
    self.log = log
    self.isDurable = isDurable || changes.contains(where: \.mustBeDurable)
  }

  /// The part of the history that the changes imply.
  var ended: [HistoryEntry] {
    changes.compactMap { change in
      if case .runEnded(let entry) = change { entry } else { nil }
    }
  }
}

/// What became of a batch.
package enum WriteOutcome: Hashable, Sendable {
  /// It is written: on disk if it is durable, otherwise safe from the end of the process.
  ///
  /// Log lines and the journal follow at once; a read that is asked for after this sees them.
  case committed

  /// It could not be written, is kept in memory, and goes in front of the next transaction.
  case deferred(StoreError)

  /// Its changes that must be durable are dropped; the others are kept as with `deferred`.
  case failed(StoreError)
}
