// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// The thread that runs a ``Writer``.
final class WriterThread: Sendable {
  private let thread: pthread_t

  /// Starts the thread, which takes the writer over.
  ///
  /// - Throws: `SystemError` when the process may have no more threads.
  init(_ writer: sending Writer) throws(SystemError) {
    // Signals are the loop's business; a thread inherits what is blocked where it is made.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(writer)
    let result = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Writer>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      },
      box.toOpaque()
    )
    guard result == 0 else {
      box.release()
      throw SystemError(errno: result, call: "pthread_create")
    }
    self.thread = thread
  }

  /// Waits until the thread has ended; to be called once.
  func join() {
    pthread_join(thread, nil)
  }
}
