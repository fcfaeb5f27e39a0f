// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Moves the bytes of virtual transfers: each needs so long, and makes no headway while offline.
struct TransferWorker {
  private struct Job {
    let transfer: Transfer

    /// How long it still needs.
    var remaining: TimeSpan

    /// Since when its bytes move; `nil` while they do not.
    var movingSince: Instant?

    /// Whether it began, be it before the device was last switched on.
    var isStarted = false

    /// Whether the scheduler lets it go on.
    var isAllowed = false
  }

  private var jobs: [TransferKey: Job] = [:]
  private var ends = Agenda<TransferKey>()
  private var isOnline = true

  /// When the next transfer comes to its end.
  var next: Instant { ends.next }

  /// The transfers that have not come to their end, in the order of their names.
  var unfinished: [Transfer] { jobs.keys.sorted().compactMap { jobs[$0]?.transfer } }

  func knows(_ key: TransferKey) -> Bool { jobs[key] != nil }

  mutating func add(_ transfer: Transfer, takes span: TimeSpan) {
    jobs[transfer.key] = Job(transfer: transfer, remaining: span)
  }

  /// - Returns: Whether the transfer is new to the road; one that is resumed is not.
  mutating func begin(_ key: TransferKey, at instant: Instant) -> Bool {
    guard let job = jobs[key] else { return false }
    jobs[key]?.isStarted = true
    jobs[key]?.isAllowed = true
    move(key, at: instant)
    return !job.isStarted
  }

  mutating func remove(_ key: TransferKey) {
    jobs[key] = nil
    ends.removeAll { $0 == key }
  }

  mutating func takeFinished(by instant: Instant) -> TransferKey? {
    guard let key = ends.takeNext(by: instant) else { return nil }
    jobs[key] = nil
    return key
  }

  /// The network came or went: what is under way goes on or pauses.
  mutating func setOnline(_ isOnline: Bool, at instant: Instant) {
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    if !isOnline { return pause(at: instant) }
    for key in jobs.keys.sorted() where jobs[key]?.isAllowed == true { move(key, at: instant) }
  }

  /// The device is switched off: the scheduler has to let everything begin anew.
  mutating func interrupt(at instant: Instant) {
    pause(at: instant)
    for key in jobs.keys { jobs[key]?.isAllowed = false }
  }

  private mutating func pause(at instant: Instant) {
    for key in jobs.keys.sorted() {
      guard let job = jobs[key], let since = job.movingSince else { continue }
      jobs[key]?.remaining = job.remaining - (instant - since)
      jobs[key]?.movingSince = nil
    }
    ends = Agenda()
  }

  private mutating func move(_ key: TransferKey, at instant: Instant) {
    guard let job = jobs[key], isOnline, job.movingSince == nil else { return }
    jobs[key]?.movingSince = instant
    ends.add(key, at: instant + job.remaining)
  }
}

extension VirtualDevice {
  /// An app's code makes a transfer that needs so long.
  package mutating func createTransfer(_ key: TransferKey, takes span: TimeSpan) {
    let transfer = Transfer(key: key, isFromBackground: !isForeground(key.app))
    transfers.add(transfer, takes: span)
    note(.transfer(transfer, .created))
    send(.transferCreated(transfer))
  }

  /// Something about the device becomes different.
  package mutating func change(_ change: DeviceChange) {
    if case .network(let state) = change { transfers.setOnline(state != .none, at: now) }
    send(.deviceChanged(change))
  }

  mutating func startTransfer(_ transfer: Transfer) {
    if transfers.begin(transfer.key, at: now) { note(.transfer(transfer, .started)) }
  }

  mutating func cancelTransfer(_ transfer: Transfer) {
    guard transfers.knows(transfer.key) else { return }
    transfers.remove(transfer.key)
    note(.transfer(transfer, .cancelled))
  }

  mutating func finishTransfer(_ key: TransferKey) {
    note(.transfer(Transfer(key: key), .finished))
    send(.transferFinished(key))
  }
}
