// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Lets a thread sleep until another one has something for it, sem_overview(7).
package final class Semaphore: Sendable {
  // The memory lives as long as the object, and sem_post and sem_wait may be called by any thread.
  nonisolated(unsafe) private let handle: UnsafeMutablePointer<sem_t>

  /// Makes a semaphore that nobody has signalled.
  package init() {
    handle = .allocate(capacity: 1)
    sem_init(handle, 0, 0)
  }

  deinit {
    sem_destroy(handle)
    handle.deallocate()
  }

  /// Lets one wait end, now or later.
  package func signal() {
    sem_post(handle)
  }

  /// Sleeps until signalled; a signal of the kernel's may end it early.
  package func wait() {
    sem_wait(handle)
  }

  /// Sleeps until signalled, but not for ever; a signal of the kernel's may end it early.
  ///
  /// - Parameter nanoseconds: How long at most.
  /// - Returns: False when the time was up.
  package func wait(nanoseconds: Int64) -> Bool {
    nightjar_sem_wait(handle, nanoseconds) == 0 || errno != ETIMEDOUT
  }
}
