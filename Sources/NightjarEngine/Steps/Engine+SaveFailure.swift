// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Taking back what could not be saved. The store hands failed changes back newest first, and holds
// everything behind a failure back until this has been done, so each step finds the state that its
// change left. The effects that stood behind those changes were never performed.

extension Engine {
  mutating func undo(_ changes: [StateChange]) {
    var touched: Set<AppIdentifier> = []
    for change in changes {
      switch change {
      case .requestSaved(let pending, let old):
        undoSubmission(of: pending, replacing: old)
        touched.insert(pending.request.key.app)
      case .requestRemoved(let pending, .cancelled):
        putBack(pending)
        touched.insert(pending.request.key.app)
      case .runStarted(let run):
        undoStart(of: run)
        touched.insert(run.key.app)
      case .requestRemoved:
        break  // The system's decision stands; should the device stop now, it is made again.
      case .appSaved, .appRemoved, .runEnded, .crashesCounted:
        break  // The store keeps these and writes them when it can.
      }
    }
    for app in touched.sorted() {
      reconsider(app)
    }
  }

  private mutating func undoSubmission(of pending: PendingRequest, replacing old: PendingRequest?) {
    let key = pending.request.key
    if let slot = apps[key.app]?.requests[key.task] {
      guard entries[slot]?.number == pending.number else { return }
      _ = withdraw(key)
    }
    if let old { putBack(old) }
  }

  private mutating func undoStart(of run: Run) {
    _ = untrack(run.number)
    putBack(run.consumed)
    let key = run.key
    if apps[key.app]?.requests[key.task] != nil {
      apps[key.app]?.storageRetries[key.task] = now + policy.storageDelay
      watchRetries(of: key)
    }
    planFreeze(key.app)
  }

  /// Makes a request pending again under its old number.
  ///
  /// Not so if a newer one took its place, or if it may not be pending any longer.
  private mutating func putBack(_ pending: PendingRequest) {
    let key = pending.request.key
    guard apps[key.app]?.requests[key.task] == nil, mayBePending(pending.request) else { return }
    admit(pending)
  }
}
