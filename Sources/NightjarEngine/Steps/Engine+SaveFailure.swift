// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Taking back what could not be saved. The store hands failed changes back newest first, and holds
// everything behind a failure back until this has been done, so each step finds the state that its
// change left. The effects that stood behind those changes were never performed.

extension Engine {
  mutating func undo(_ changes: [StateChange]) {
    for change in changes {
      switch change {
      case .requestSaved(let pending, let old): undoSubmission(of: pending, replacing: old)
      case .requestRemoved(let pending, _): putBack(pending)
      case .runStarted(let run): undoStart(of: run)
      case .appSaved, .appRemoved, .runEnded, .crashesCounted:
        break  // The store keeps these and writes them when it can.
      }
    }
  }

  private mutating func undoSubmission(of pending: PendingRequest, replacing old: PendingRequest?) {
    let key = pending.request.key
    guard let slot = apps[key.app]?.requests[key.task], entries[slot]?.number == pending.number
    else { return }
    _ = withdraw(key)
    if let old { putBack(old) }
  }

  private mutating func undoStart(of run: Run) {
    _ = untrack(run.number)
    putBack(run.consumed)
    let key = run.key
    guard let slot = apps[key.app]?.requests[key.task] else { return }
    entries.setRetry(slot, at: now + policy.storageDelay)
    watch(.retry(key.app), until: now + policy.storageDelay)
    planFreeze(key.app)
  }

  /// Makes a request pending again under its old number, unless a newer one took its place.
  private mutating func putBack(_ pending: PendingRequest) {
    let key = pending.request.key
    guard let app = apps[key.app], app.requests[key.task] == nil else { return }
    admit(pending)
  }
}
