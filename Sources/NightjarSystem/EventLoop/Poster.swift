// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc
internal import Synchronization

/// Hands closures to a loop from any thread, in the order in which they come.
package final class Poster: Sendable {
  let descriptor: Int32
  private let queue = Mutex<[@Sendable () -> Void]>([])

  init() throws(SystemError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .last("eventfd") }
  }

  deinit {
    close(descriptor)
  }

  /// Has the loop call a closure in one of its next turns.
  package func post(_ work: @escaping @Sendable () -> Void) {
    let wasEmpty = queue.withLock { queue in
      queue.append(work)
      return queue.count == 1
    }
    guard wasEmpty else { return }
    var one: UInt64 = 1
    // The counter cannot overflow: it is written once for each time that the queue is emptied.
    _ = write(descriptor, &one, 8)
  }

  /// Calls everything that was posted; only the loop calls this.
  func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    let work = queue.withLock { queue in
      defer { queue = [] }
      return queue
    }
    for item in work {
      item()
    }
  }
}
