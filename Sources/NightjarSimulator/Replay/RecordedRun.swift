// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What the code of a task did in a recorded run, so that it can do the same at another time.
struct RecordedRun: Hashable {
  enum Step: Hashable {
    /// It submitted a request; the floor counts from the beginning of the run.
    case submit(TaskRequest, floor: TimeSpan?)

    /// It told how far it was.
    case progress(TaskProgress)

    /// It completed.
    case complete(success: Bool)

    /// Its process died.
    case crash
  }

  struct Deed: Hashable {
    /// Since the beginning of the run.
    let after: TimeSpan
    let step: Step
  }

  /// What happened when it was asked back: the answer, and how long it took to complete then.
  struct Expiry: Hashable {
    var hadHandler = true

    /// `nil` when it never did.
    var completes: TimeSpan?
  }

  let key: RequestKey
  var deeds: [Deed] = []

  /// What it did when it was asked back; `nil` when it was not.
  var expiry: Expiry?

  /// The run that is played when more runs come than were recorded.
  ///
  /// What it submits for at once would run without end, so that is left out.
  var again: Self {
    var run = self
    run.deeds.removeAll { deed in
      guard case .submit(_, let floor) = deed.step else { return false }
      return (floor ?? .zero) < .minutes(1)
    }
    return run
  }
}
