// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite
internal import NightjarSystem

/// The writer thread: takes whatever waits, writes it as one group, reports it, and sleeps.
///
/// ```
///            loop                                writer
///  batch a, durable ─────────────► commit [a] ──┐
///  batch b, durable ──► queue                   │ one forced write
///  batch c, log     ──► queue                   │
///       a is committed ◄────────────────────────┘
///                                  commit [b c] ──┐ one forced write for both
///                                                 ✗ disk full
///       b failed, c failed ◄──────────────────────┘  c's lines are kept for the next time
///  batch d ───────────► queue ───► d failed          behind a failure: never written
///  engine undoes d, c, b
///  acknowledgeFailure()
///  batch e ───────────► queue ───► commit [kept, e]
/// ```
///
/// A batch that came before the acknowledgement may rest on one that failed, so it fails as well,
/// and its changes that must be durable are dropped. Its other changes are facts: a run has ended,
/// an app was opened. They are kept and written in front of the next transaction.
final class Writer {
  private let state: StateDatabase
  private let history: HistoryDatabase
  private let limits: HistoryDatabase.Limits
  private let queue: WriteQueue
  private let poster: Poster
  private var deferred = Deferred()

  /// What goes to the history once no more jobs come: nobody waits for it, and a caller that
  /// submits again and again must not wait for it either.
  private var unwritten = HistoryBatch()

  /// How long a lull has to be before the history is written.
  private static let lull = TimeSpan.milliseconds(20)

  /// How much may be unwritten, whatever the callers do.
  private static let mostUnwritten = 512
  private var failedEpoch = -1
  private var lastError = StoreError(.failed, "nothing failed yet")

  init(
    state: StateDatabase,
    history: HistoryDatabase,
    limits: HistoryDatabase.Limits,
    queue: WriteQueue,
    poster: Poster
  ) {
    self.state = state
    self.history = history
    self.limits = limits
    self.queue = queue
    self.poster = poster
  }

  /// Works until the queue is closed and empty.
  func run() {
    while true {
      let patience = unwritten.isEmpty ? nil : Self.lull
      guard let jobs = queue.takeAll(waitingAtMost: patience) else {
        writeHistory()
        continue
      }
      if jobs.isEmpty { break }
      var group: [WriteQueue.Write] = []
      for job in jobs {
        switch job {
        case .write(let write): group.append(write)
        case .read(let work):
          // A read sees what was written before it.
          commit(group)
          group = []
          writeHistory()
          work(history)
        }
      }
      commit(group)
    }
    // What is still kept in memory has this one last chance.
    if deferred.hasState { _ = writeState([], isDurable: true) }
    writeHistory()
  }

  private func commit(_ group: [WriteQueue.Write]) {
    guard !group.isEmpty else { return }
    let stale = group.prefix { $0.epoch <= failedEpoch }
    let fresh = Array(group.dropFirst(stale.count))
    for write in stale {
      deferred.keepState(of: write.batch)
    }
    report(stale.map { ($0, .failed(lastError)) })
    // A run's end is in the history before the run is gone from the state: were the daemon killed
    // in between, the run would end once more and take the same row.
    for write in group {
      unwritten.add(write.batch)
    }
    if fresh.contains(where: { !$0.batch.ended.isEmpty }) { writeHistory() }
    if !fresh.isEmpty { report(commitState(fresh)) }
    if unwritten.count >= Self.mostUnwritten { writeHistory() }
  }

  private typealias Reports = [(WriteQueue.Write, WriteOutcome)]

  private func commitState(_ group: [WriteQueue.Write]) -> Reports {
    let hasState = group.contains { !$0.batch.changes.isEmpty || !$0.batch.settings.isEmpty }
    let isDurable = group.contains { $0.batch.isDurable }
    guard hasState, let error = writeState(group.map(\.batch), isDurable: isDurable) else {
      return group.map { ($0, .committed) }
    }
    lastError = error
    for write in group {
      deferred.keepState(of: write.batch)
    }
    guard let first = group.firstIndex(where: \.batch.isDurable) else {
      return group.map { ($0, .deferred(error)) }
    }
    failedEpoch = group.last?.epoch ?? failedEpoch
    return group[..<first].map { ($0, .deferred(error)) }
      + group[first...].map { ($0, .failed(error)) }
  }

  private func writeState(_ batches: [Batch], isDurable: Bool) -> StoreError? {
    do throws(SQLiteError) {
      try state.write(
        deferred.changes + batches.flatMap(\.changes),
        settings: deferred.settings + batches.flatMap(\.settings),
        isDurable: isDurable
      )
      deferred.dropState()
      return nil
    } catch {
      // A disk too full for this was too full for the failed commit as well.
      try? state.seal()
      return StoreError(error, path: state.connection.path)
    }
  }

  private func writeHistory() {
    var batch = unwritten
    unwritten = HistoryBatch()
    batch.ended = deferred.history.ended + batch.ended
    batch.log = deferred.history.log + batch.log
    guard !batch.isEmpty else { return }
    do throws(SQLiteError) {
      try history.write(batch)
      deferred.dropHistory()
    } catch {
      // Ignoring the error: nobody waits for the history, and what it lacks is written next time.
      deferred.keepHistory(batch, limits: limits)
    }
    if !history.isJournalOpen { queue.closeJournal() }
    if history.tellJournalLength() { queue.askForCheckpoint() }
  }

  private func report(_ reports: Reports) {
    guard !reports.isEmpty else { return }
    // One turn of the loop takes the whole group.
    poster.post {
      for (write, outcome) in reports {
        write.completion(outcome)
      }
    }
  }
}
