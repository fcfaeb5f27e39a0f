// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel

/// What became of every submission and run, kept beside the engine from its changes of state alone.
struct Ledger {
  /// The requests that must be pending, by number.
  private(set) var pending: [SubmissionNumber: PendingRequest] = [:]

  /// The runs that have not ended.
  private(set) var running: [RequestKey: Run] = [:]

  /// The run under which each submission reached its app.
  private(set) var deliveredAs: [SubmissionNumber: RunNumber] = [:]

  private(set) var accepted = 0
  private(set) var consumed = 0
  private(set) var removed = 0
  private(set) var complaints: [String] = []

  mutating func complain(_ text: String) { complaints.append(text) }

  mutating func note(_ change: StateChange) {
    switch change {
    case .requestSaved(let request, let old):
      if let old, pending.removeValue(forKey: old.number) == nil {
        complain("replaced #\(old.number.rawValue), which was not pending")
      } else if old != nil {
        removed += 1
      }
      pending[request.number] = request
      accepted += 1
    case .requestRemoved(let request, _):
      if pending.removeValue(forKey: request.number) == nil {
        complain("removed #\(request.number.rawValue), which was not pending")
      }
      removed += 1
    case .runStarted(let run): noteStart(run)
    case .runEnded(let entry):
      if running.removeValue(forKey: entry.key)?.number != entry.run {
        complain("run \(entry.run.rawValue) ended, which did not run")
      }
    case .appSaved, .appRemoved, .crashesCounted: break
    }
  }

  private mutating func noteStart(_ run: Run) {
    if pending.removeValue(forKey: run.consumed.number) == nil {
      complain("run \(run.number.rawValue) used up a request that was not pending")
    }
    if let other = running[run.key] {
      complain("run \(run.number.rawValue) overlaps run \(other.number.rawValue)")
    }
    running[run.key] = run
    consumed += 1
  }

  /// Takes back what the store could not write, newest first.
  ///
  /// - Parameters:
  ///   - changes: What was not written.
  ///   - isPending: Whether the engine has a request.
  ///   - mayBePending: Whether the engine may put a request back; one that it may not is gone.
  mutating func undo(
    _ changes: [StateChange],
    isPending: (PendingRequest) -> Bool,
    mayBePending: (TaskRequest) -> Bool
  ) {
    for change in changes {
      switch change {
      case .requestSaved(let request, let old):
        if pending.removeValue(forKey: request.number) == nil { removed -= 1 }
        accepted -= 1
        if let old {
          pending[old.number] = old
          removed -= 1
        }
      case .requestRemoved(let request, .cancelled):
        pending[request.number] = request
        removed -= 1
      case .runStarted(let run):
        if running[run.key]?.number == run.number { running[run.key] = nil }
        pending[run.consumed.number] = run.consumed
        consumed -= 1
      case .requestRemoved, .appSaved, .appRemoved, .runEnded, .crashesCounted: break
      }
    }
    for request in pending.values where !isPending(request) {
      if mayBePending(request.request) {
        complain("#\(request.number.rawValue) is lost after a failed save")
      }
      pending[request.number] = nil
      removed += 1
    }
  }

  mutating func noteDelivery(_ run: Run) {
    let number = run.consumed.number
    if let earlier = deliveredAs[number], earlier != run.number {
      complain("#\(number.rawValue) reached its app twice")
    }
    deliveredAs[number] = run.number
  }
}
