// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem
internal import Synchronization

/// Hands jobs from the loop to the writer thread, which sleeps while there are none.
final class WriteQueue: Sendable {
  /// A batch that waits, and how often the loop had acknowledged a failure when it came.
  struct Write: Sendable {
    var batch: Batch
    var epoch: Int
    var completion: @Sendable (WriteOutcome) -> Void
  }

  enum Job: Sendable {
    case write(Write)
    case read(@Sendable (HistoryDatabase) -> Void)
  }

  private struct State {
    var jobs: [Job] = []
    var epoch = 0
    var entriesSinceCheckpoint = 0
    var hasCheckpoint = false
    var isJournalLong = false
    var isClosing = false
  }

  private let state = Mutex(State())

  private let semaphore = Semaphore()

  /// Appends a batch.
  ///
  /// - Returns: Whether it was taken; a closed queue takes nothing.
  func write(_ batch: Batch, _ completion: @escaping @Sendable (WriteOutcome) -> Void) -> Bool {
    enqueue { state in
      for item in batch.journal {
        switch item {
        case .checkpoint:
          state.hasCheckpoint = true
          state.isJournalLong = false
          state.entriesSinceCheckpoint = 0
        case .entry: state.entriesSinceCheckpoint += 1
        }
      }
      return .write(Write(batch: batch, epoch: state.epoch, completion: completion))
    }
  }

  /// Appends a read, which sees all batches before it.
  func read(_ work: @escaping @Sendable (HistoryDatabase) -> Void) -> Bool {
    enqueue { _ in .read(work) }
  }

  /// Says that the loop has undone what failed, so that what it sends now may be written again.
  func acknowledgeFailure() {
    state.withLock { $0.epoch += 1 }
  }

  /// Says that the journal has a hole.
  func closeJournal() {
    state.withLock { $0.hasCheckpoint = false }
  }

  /// Says that the journal's segment has become long.
  func askForCheckpoint() {
    state.withLock { $0.isJournalLong = true }
  }

  func wantsCheckpoint(pendingCount: Int) -> Bool {
    state.withLock { state in
      !state.hasCheckpoint || state.isJournalLong
        || state.entriesSinceCheckpoint >= max(10_000, 4 * pendingCount)
    }
  }

  /// Takes no more; the writer ends once it has done what waits.
  func close() {
    state.withLock { $0.isClosing = true }
    semaphore.signal()
  }

  /// Waits for jobs and takes all of them.
  ///
  /// - Parameter patience: How long to wait at most; `nil` waits without end.
  /// - Returns: The jobs, empty once the queue is closed and done; `nil` when none came in time.
  func takeAll(waitingAtMost patience: TimeSpan?) -> [Job]? {
    while true {
      let (jobs, isClosing) = state.withLock { state in
        defer { state.jobs = [] }
        return (state.jobs, state.isClosing)
      }
      if !jobs.isEmpty || isClosing { return jobs }
      // A signal may end the wait early; then the queue is simply looked at once more.
      guard let patience else {
        semaphore.wait()
        continue
      }
      if !semaphore.wait(nanoseconds: patience.nanoseconds) { return nil }
    }
  }

  private func enqueue(_ make: (inout State) -> Job) -> Bool {
    let (isTaken, wasEmpty) = state.withLock { state in
      guard !state.isClosing else { return (false, false) }
      let wasEmpty = state.jobs.isEmpty
      state.jobs.append(make(&state))
      return (true, wasEmpty)
    }
    if wasEmpty { semaphore.signal() }
    return isTaken
  }
}
