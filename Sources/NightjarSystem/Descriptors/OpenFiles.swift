// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How many descriptors this process may have open.
///
/// The soft limit is 1024 by custom, for programs that use select(2); one that does not may raise
/// it, and gives its children back what it found (systemd.exec(5), `LimitNOFILE=`).
package enum OpenFiles {
  /// Raises the soft limit as far as the hard one allows; it is never lowered.
  ///
  /// - Parameter count: What is needed.
  /// - Returns: The soft limit that was found.
  @discardableResult
  package static func raise(to count: UInt64) -> UInt64 {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    let found = UInt64(limit.rlim_cur)
    guard found < count else { return found }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return found
  }
}
