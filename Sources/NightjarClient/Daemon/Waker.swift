// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem
internal import Synchronization

/// Ends a ``ReconnectPause`` from any thread.
final class Waker: Sendable {
  private struct State {
    var isAsked = false
    var poster: Poster?
  }

  private let state = Mutex(State())

  /// Asks for an attempt now, or right after the one that is under way.
  func ask() {
    let poster = state.withLock { state in
      state.isAsked = true
      return state.poster
    }
    poster?.post {}
  }

  /// Says whose loop to wake.
  func serve(_ poster: Poster?) {
    state.withLock { $0.poster = poster }
  }

  /// Whether somebody asked since the last time.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isAsked = false }
      return state.isAsked
    }
  }
}
