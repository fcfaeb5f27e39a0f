// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Waits for the end of one process through a pidfd, which no other process can come to stand for.
package final class ProcessWatch {
  /// How a process ended.
  package enum End: Hashable, Sendable {
    /// It called exit with this code.
    case exited(Int32)

    /// A signal of this number ended it.
    case signaled(Int32)

    /// It was not our child, so nobody told us how.
    case unknown
  }

  /// The process number.
  package let pid: Int32

  /// When it started, in clock ticks since boot.
  package let startTicks: UInt64

  /// What the process had used when it ended; `nil` before that, and where /proc says nothing.
  package private(set) var finalUse: ProcessUse?

  private let process: Descriptor
  private var source: EventLoop.Source?

  /// Begins to watch a process.
  ///
  /// - Parameters:
  ///   - pid: The process number.
  ///   - startTicks: When the process that is meant has started; `nil` takes the present one.
  ///   - loop: Where to call back.
  ///   - handler: Called once, with how it ended; a child is reaped by then.
  /// - Throws: `SystemError` with ESRCH when the process is gone or the number is another's now.
  package init(
    _ pid: Int32,
    startTicks: UInt64? = nil,
    on loop: EventLoop,
    handler: @escaping (End) -> Void
  ) throws(SystemError) {
    self.pid = pid
    let number = nightjar_pidfd_open(pid)
    guard number >= 0 else { throw .last("pidfd_open", "process \(pid)") }
    process = Descriptor(owning: number)
    // Looked up after the pidfd is held: what /proc says now is about the process that is held.
    guard let facts = ProcessFacts.read(pid), startTicks == nil || facts.startTicks == startTicks
    else {
      throw SystemError(errno: ESRCH, call: "pidfd_open", subject: "process \(pid)")
    }
    self.startTicks = facts.startTicks
    source = try loop.watch(number, for: .read) { [weak self] _ in
      guard let self else { return }
      // The last moment at which it can be asked: who is reaped has no entry in /proc.
      finalUse = ProcessUse.read(pid)
      var value: Int32 = 0
      let end = nightjar_reap(number, &value)
      if end == NIGHTJAR_END_NONE {
        finalUse = nil
        return
      }
      close()
      handler(Self.end(end, value))
    }
  }

  deinit {
    close()
  }

  /// Whether the process has not ended yet.
  package var isAlive: Bool {
    ProcessFacts.read(pid).map { $0.startTicks == startTicks && !$0.hasEnded } ?? false
  }

  /// Sends a signal to this process and to no other.
  ///
  /// - Parameter signal: The signal's number.
  /// - Throws: `SystemError` with ESRCH when it has ended, EPERM when it belongs to somebody else.
  package func send(_ signal: Int32) throws(SystemError) {
    guard nightjar_pidfd_send_signal(process.number, signal) == 0 else {
      throw .last("pidfd_send_signal", "process \(pid)")
    }
  }

  /// Stops watching and leaves the process alone; a second call does nothing.
  package func close() {
    source?.cancel()
    source = nil
  }

  private static func end(_ end: nightjar_end, _ value: Int32) -> End {
    switch end {
    case NIGHTJAR_END_EXITED: .exited(value)
    case NIGHTJAR_END_SIGNALED: .signaled(value)
    default: .unknown
    }
  }
}
