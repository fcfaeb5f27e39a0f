// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The callers that wait for an answer of the engine, by ticket.
struct Replies {
  /// What a caller is told.
  enum Answer {
    case accepted(replaced: Bool)
    case refused(SubmissionError)
    case cancelled(count: Int)
    case simulated(SimulationAnswer)
    case opened(known: Bool)

    /// The store could not write it down.
    case notSaved
  }

  private var waiting: [Ticket: (Answer) -> Void] = [:]
  private var last: Int64 = 0

  /// Keeps a caller until its answer is there.
  mutating func expect(_ answer: @escaping (Answer) -> Void) -> Ticket {
    last += 1
    waiting[Ticket(rawValue: last)] = answer
    return Ticket(rawValue: last)
  }

  /// Takes out who waits for a ticket.
  mutating func take(_ ticket: Ticket) -> ((Answer) -> Void)? {
    waiting.removeValue(forKey: ticket)
  }
}
