// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarStore

@testable import NightjarDaemon

/// A store in memory that commits when a test says so, and fails as the real one does: with a
/// durable batch everything behind it fails too, until the failure is acknowledged.
final class FakeStore: StatePort {
  private struct Write {
    var batch: Batch
    var epoch: Int
    var completion: (WriteOutcome) -> Void
  }

  private static let full = StoreError(.full, "no space left")

  /// Says of the n-th durable batch, counted from 1, whether the disk is too full for it.
  var isFull: (Int) -> Bool = { _ in false }

  private(set) var pending: [RequestKey: PendingRequest] = [:]
  private(set) var runs: [RunNumber: Run] = [:]
  private(set) var history: [HistoryEntry] = []
  private(set) var durableWrites = 0
  private var writes: [Write] = []
  private var kept: [StateChange] = []
  private var epoch = 0
  private var failedEpoch = -1

  var isSettled: Bool { writes.isEmpty }

  func write(_ batch: Batch, completion: @escaping (WriteOutcome) -> Void) {
    writes.append(Write(batch: batch, epoch: epoch, completion: completion))
  }

  func acknowledgeFailure() {
    epoch += 1
  }

  func wantsCheckpoint(pendingCount: Int) -> Bool { false }

  /// Commits or fails the first batch that waits.
  func commitNext() {
    guard !writes.isEmpty else { return }
    let write = writes.removeFirst()
    if write.epoch <= failedEpoch {
      keep(write.batch)
      return write.completion(.failed(Self.full))
    }
    if write.batch.isDurable {
      durableWrites += 1
      if isFull(durableWrites) {
        failedEpoch = write.epoch
        keep(write.batch)
        return write.completion(.failed(Self.full))
      }
    }
    for change in kept + write.batch.changes { apply(change) }
    kept = []
    write.completion(.committed)
  }

  /// Commits or fails whatever waits and what comes of it.
  func commitAll() {
    while !isSettled { commitNext() }
  }

  private func keep(_ batch: Batch) {
    kept += batch.changes.filter { !$0.mustBeDurable }
  }

  private func apply(_ change: StateChange) {
    switch change {
    case .appSaved, .crashesCounted: break  // Not looked at.
    case .appRemoved(let app):
      pending = pending.filter { $0.key.app != app }
      runs = runs.filter { $0.value.key.app != app }
    case .requestSaved(let request, _): pending[request.request.key] = request
    case .requestRemoved(let request, _): pending[request.request.key] = nil
    case .runStarted(let run):
      pending[run.key] = nil
      runs[run.number] = run
    case .runEnded(let entry):
      runs[entry.run] = nil
      history.append(entry)
    }
  }
}
