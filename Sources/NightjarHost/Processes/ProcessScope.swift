// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

/// Which processes are signalled, frozen and ended together with an app's main process.
enum ProcessScope {
  /// A cgroup of its own: nothing that the app forks gets out of it.
  case cgroup(Cgroup)

  /// A session of its own, led by the main process; a fork that calls setsid(2) gets out of it.
  case session(leader: ProcessIdentity)

  /// The main process alone: the user has started it, and what belongs to it is not known.
  case alone

  /// Sends a signal to the main process and to everything around it.
  func send(_ signal: Int32, main: ProcessWatch) {
    switch self {
    case .cgroup(let group):
      group.send(signal)
    case .session:
      try? main.send(signal)
      for other in others() {
        Glibc.kill(other, signal)
      }
    case .alone:
      // It may have ended this very moment, which its watch will tell.
      try? main.send(signal)
    }
  }

  /// Ends the main process, if it is still there, and everything around it.
  func kill(main: ProcessWatch?) {
    switch self {
    case .cgroup(let group):
      // The group is gone only when nothing is left in it.
      try? group.kill()
    case .session:
      try? main?.send(SIGKILL)
      // What is forked while the list is read is on the next one; a bound, should it never end.
      for _ in 0..<16 {
        let left = others()
        if left.isEmpty { return }
        for other in left {
          Glibc.kill(other, SIGKILL)
        }
      }
    case .alone:
      try? main?.send(SIGKILL)
    }
  }

  /// Freezes everything, or lets it go on.
  ///
  /// - Returns: Whether this scope can be frozen.
  func setFrozen(_ isFrozen: Bool, main: ProcessWatch) -> Bool {
    switch self {
    case .cgroup(let group):
      return (try? group.setFrozen(isFrozen)) != nil
    case .session:
      send(isFrozen ? SIGSTOP : SIGCONT, main: main)
      return true
    case .alone:
      return false
    }
  }

  /// Sends a signal to what is left after the main process has ended.
  func signalLeftovers(_ signal: Int32) {
    switch self {
    case .cgroup(let group):
      group.send(signal)
      // What is frozen would meet the signal only after it goes on.
      try? group.setFrozen(false)
    case .session:
      for other in others() {
        Glibc.kill(other, signal)
        Glibc.kill(other, SIGCONT)
      }
    case .alone:
      break
    }
  }

  /// Whether anything but the main process is left.
  var hasOthers: Bool {
    switch self {
    case .cgroup(let group): group.isPopulated
    case .session: !others().isEmpty
    case .alone: false
    }
  }

  /// The living processes of the session but its leader.
  private func others() -> [Int32] {
    guard case .session(let leader) = self else { return [] }
    let session = ProcessFacts.all().filter { $0.session == leader.pid && !$0.hasEnded }
    // The number stays taken while the session lives. A process that has it and is not the leader
    // has begun a new session of the same number.
    let isAnother = session.contains {
      $0.pid == leader.pid && $0.startTicks != leader.startTicks
    }
    return isAnother ? [] : session.map(\.pid).filter { $0 != leader.pid }
  }
}
