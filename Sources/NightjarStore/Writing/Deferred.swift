// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What could not be written yet and must not be lost: it goes in front of the next transaction.
struct Deferred {
  private(set) var changes: [StateChange] = []
  private(set) var settings: [Setting] = []
  private(set) var history = HistoryBatch()

  var hasState: Bool { !changes.isEmpty || !settings.isEmpty }

  /// Keeps what a batch has beside its durable part, or all of it when none of it is durable.
  mutating func keepState(of batch: Batch) {
    for change in batch.changes where !change.mustBeDurable {
      changes.removeAll { Self.overwrites(change, $0) }
      changes.append(change)
    }
    // Whoever asked for a durable setting is told that it failed, and must not find it set later.
    guard !batch.isDurable else { return }
    for setting in batch.settings {
      settings.removeAll { $0.name == setting.name }
      settings.append(setting)
    }
  }

  /// Whether the later of two changes leaves nothing of the earlier.
  ///
  /// What is kept is thereby bounded by what the device has, however long the disk stays full.
  private static func overwrites(_ later: StateChange, _ earlier: StateChange) -> Bool {
    switch (later, earlier) {
    case (.appSaved(let new), .appSaved(let old)): new.facts.identifier == old.facts.identifier
    case (.crashesCounted(let new), .crashesCounted(let old)): new.key == old.key
    case (.appSaved, _), (.appRemoved, _), (.requestSaved, _), (.requestRemoved, _),
      (.runStarted, _), (.runEnded, _), (.crashesCounted, _):
      false
    }
  }

  mutating func dropState() {
    changes = []
    settings = []
  }

  /// Keeps ended runs and log lines, as many as the file would; a journal with a hole is no use.
  mutating func keepHistory(_ batch: HistoryBatch, limits: HistoryDatabase.Limits) {
    history.ended = Array(batch.ended.suffix(limits.history))
    history.log = Array(batch.log.suffix(limits.log))
  }

  mutating func dropHistory() {
    history = HistoryBatch()
  }
}
