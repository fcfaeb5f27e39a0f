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
    changes += batch.changes.filter { !$0.mustBeDurable }
    // Whoever asked for a durable setting is told that it failed, and must not find it set later.
    if !batch.isDurable { settings += batch.settings }
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
