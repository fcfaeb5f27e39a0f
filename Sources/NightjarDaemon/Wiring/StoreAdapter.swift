// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarStore
internal import NightjarSystem

/// The store as the shell and the services see it: what they hand in stays on the loop's thread.
final class StoreAdapter: StatePort, ArchivePort {
  /// What the device remembered when the daemon started.
  let state: StoredState

  /// What a person should know of the start, such as a damaged file that was moved aside.
  let notices: [String]

  private let store: Store
  private var isFailing = false

  /// Told when writing begins to fail, with why, and with `nil` when it succeeds again.
  var onTurn: ((StoreError?) -> Void)?

  init(directory: String, loop: EventLoop) throws(StoreError) {
    let folder = try StateDirectory(path: directory)
    let opened = try Store.open(in: folder, poster: loop.poster)
    store = opened.store
    state = opened.state
    notices = opened.notices.map { String(describing: $0) }
  }

  func write(_ batch: Batch, completion: @escaping (WriteOutcome) -> Void) {
    let changesState = !batch.changes.isEmpty || !batch.settings.isEmpty
    let bound = LoopBound { [weak self] (outcome: WriteOutcome) in
      if changesState { self?.note(outcome) }
      completion(outcome)
    }
    store.write(batch) { bound.value($0) }
  }

  /// Tells a failure once, however many writes it befalls.
  private func note(_ outcome: WriteOutcome) {
    switch outcome {
    case .committed:
      guard isFailing else { return }
      isFailing = false
      onTurn?(nil)
    case .deferred(let error), .failed(let error):
      guard !isFailing else { return }
      isFailing = true
      onTurn?(error)
    }
  }

  func acknowledgeFailure() {
    store.acknowledgeFailure()
  }

  func wantsCheckpoint(pendingCount: Int) -> Bool {
    store.wantsCheckpoint(pendingCount: pendingCount)
  }

  func readHistory(
    app: AppIdentifier?,
    limit: Int,
    completion: @escaping ([HistoryEntry]) -> Void
  ) {
    let bound = LoopBound(completion)
    store.readHistory(app: app, limit: limit) { bound.value((try? $0.get()) ?? []) }
  }

  func readLog(app: AppIdentifier?, limit: Int, completion: @escaping ([LogRecord]) -> Void) {
    let bound = LoopBound(completion)
    store.readLog(app: app, limit: limit) { bound.value((try? $0.get()) ?? []) }
  }

  func readJournal(
    after place: Int64,
    completion: @escaping (Result<JournalPage, StoreError>) -> Void
  ) {
    let bound = LoopBound(completion)
    store.readJournal(after: place) { bound.value($0) }
  }

  /// Writes what waits and gives the folder up.
  func close() {
    store.close()
  }
}

/// Something of the loop's thread that other threads only carry back to it.
private struct LoopBound<Value>: @unchecked Sendable {
  // Invariant: made on the loop's thread, and used only in completions, which the store's poster
  // calls on that thread.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
