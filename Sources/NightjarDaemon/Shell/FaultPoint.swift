// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Ends the daemon as `kill -9` would when it is about to do its n-th thing to the world.
///
/// Tests ask for it with `NIGHTJAR_FAULT=kill-before:<n>`, so that what a daemon leaves behind can
/// be looked at for every n; without the variable there is no such object and nothing is counted.
final class FaultPoint {
  private var left: Int

  /// Reads the variable.
  ///
  /// - Throws: `DaemonError` when it is set to something else.
  init?(environment: [String: String]) throws(DaemonError) {
    guard let text = environment["NIGHTJAR_FAULT"] else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "kill-before", let number = Int(parts[1]), number > 0
    else {
      throw DaemonError("NIGHTJAR_FAULT is \"\(text)\"; write kill-before:<n>, or unset it")
    }
    left = number
  }

  /// Counts one thing that is about to be done.
  func pass() {
    left -= 1
    if left == 0 { kill(getpid(), SIGKILL) }
  }
}
