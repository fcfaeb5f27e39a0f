// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Brings signals into the loop, where they are ordinary callbacks.
///
/// The signals are blocked for the calling thread and for threads that it starts later, so this is
/// made before any other thread. They stay blocked after ``close()``: one that is pending then must
/// not strike. Programs started by ``Spawn`` get an empty mask.
package final class SignalWatch {
  private let signals: Descriptor
  private var source: EventLoop.Source?

  /// Blocks the signals and begins to watch for them.
  ///
  /// - Parameters:
  ///   - numbers: The signals, such as SIGTERM.
  ///   - loop: Where to call back.
  ///   - handler: Called with the number of each signal that arrives.
  /// - Throws: `SystemError` when the process has no descriptors left.
  package init(
    _ numbers: [Int32],
    on loop: EventLoop,
    handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers {
      sigaddset(&set, number)
    }
    let failure = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard failure == 0 else { throw SystemError(errno: failure, call: "pthread_sigmask") }
    let number = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard number >= 0 else { throw .last("signalfd") }
    signals = Descriptor(owning: number)
    source = try loop.watch(number, for: .read) { _ in
      var info = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while read(number, &info, size) == size {
        handler(Int32(bitPattern: info.ssi_signo))
      }
    }
  }

  deinit {
    close()
  }

  /// Stops watching; the signals stay blocked.
  package func close() {
    source?.cancel()
    source = nil
  }
}
