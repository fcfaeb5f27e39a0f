// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// How a run ended (3.4.6).
package enum Outcome: String, CaseIterable, Hashable, Sendable {
  /// Completed with true before anything was taken back.
  case success

  /// Completed with false before anything was taken back.
  case failure

  /// Taken back, and completed inside the grace window.
  case expired

  /// Taken back while no expiration handler was set.
  case expiredWithoutHandler

  /// Taken back and not completed inside the grace window.
  case killed

  /// The process went away while the task ran.
  case crashed

  /// Taken back without a callback.
  case cancelled

  /// The state that ``TaskState`` ends in.
  package var state: TaskState {
    switch self {
    case .success: .completed
    case .failure: .failed
    case .expired, .expiredWithoutHandler, .killed: .expired
    case .crashed: .crashed
    case .cancelled: .cancelled
    }
  }
}

/// Where a request stands in its life; the words that the command line prints.
package enum TaskState: String, CaseIterable, Hashable, Sendable {
  /// Accepted, waiting for its reasons to clear.
  case pending

  /// Chosen; its app is being started.
  case launching

  /// The app has it.
  case running

  /// Asked back; the app may still complete it.
  case expiring

  /// Ended with success.
  case completed

  /// Ended with failure.
  case failed

  /// Ended because it was taken back.
  case expired

  /// Ended by the user without a callback.
  case cancelled

  /// Ended because the process went away.
  case crashed

  /// Held after repeated crashes.
  case quarantined
}

/// Why a running task is taken back; an open set for the app, a closed one in here.
package enum ExpirationReason: Hashable, Sendable {
  /// The user stopped it, or a developer did with `nightjar simulate expire`.
  case user

  /// The time for its kind is used up.
  case timeExhausted

  /// A condition that it needs no longer holds.
  case conditionLost(Condition)

  /// A continued task reported no progress.
  case stalled

  /// The machine needs the resources for something else.
  case pressure

  /// The user switched this kind of work off.
  case switchedOff

  /// Its process used more of the processor in the background than it may (5.1).
  case cpuLimit

  /// A condition whose loss ends a run.
  package enum Condition: String, Hashable, Sendable {
    /// `requiresExternalPower`, and the charger was pulled.
    case externalPower

    /// `requiresNetworkConnectivity`, and the network went.
    case network

    /// Processing, and the user came back.
    case idle
  }

  /// The reason as one word, stable in logs, the store and on the wire.
  package var name: String {
    switch self {
    case .user: "user"
    case .timeExhausted: "timeExhausted"
    case .conditionLost(let condition): "conditionLost.\(condition.rawValue)"
    case .stalled: "stalled"
    case .pressure: "pressure"
    case .switchedOff: "switchedOff"
    case .cpuLimit: "cpuLimit"
    }
  }

  /// Reads a reason from its ``name``; `nil` for a word from a newer peer.
  package init?(name: String) {
    let all: [Self] = [
      .user, .timeExhausted, .stalled, .pressure, .switchedOff, .cpuLimit,
      .conditionLost(.externalPower), .conditionLost(.network), .conditionLost(.idle),
    ]
    guard let match = all.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}
