// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The process's own standard output and error.
package final class StandardOutput: Output, Sendable {
  private let buffer = Mutex<[UInt8]>([])
  private static let limit = 1 << 16

  /// Takes over the process's descriptors.
  package init() {}

  /// Whether standard output is a terminal.
  package var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is a terminal.
  package var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The terminal's size now; it changes when the window does.
  package var size: ScreenSize {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return .assumed
    }
    return ScreenSize(columns: Int(window.ws_col), rows: max(2, Int(window.ws_row)))
  }

  /// Collects a part of the answer and writes when there is enough.
  ///
  /// - Parameter text: What to write.
  /// - Throws: `OutputError` when what was collected cannot be written.
  package func write(_ text: String) throws(OutputError) {
    try buffer.withLock { (buffer) throws(OutputError) in
      buffer.append(contentsOf: text.utf8)
      if buffer.count >= Self.limit { try Self.send(&buffer, to: STDOUT_FILENO) }
    }
  }

  /// Writes what was collected.
  ///
  /// - Throws: `OutputError` when it cannot be written.
  package func flush() throws(OutputError) {
    try buffer.withLock { (buffer) throws(OutputError) in
      try Self.send(&buffer, to: STDOUT_FILENO)
    }
  }

  /// Writes a complaint at once.
  package func writeError(_ text: String) {
    var bytes = Array(text.utf8)
    try? Self.send(&bytes, to: STDERR_FILENO)
  }

  /// Writes all bytes, or forgets them when it cannot, so that no later call repeats them.
  private static func send(_ bytes: inout [UInt8], to descriptor: Int32) throws(OutputError) {
    var sent = 0
    let all = bytes
    bytes.removeAll(keepingCapacity: true)
    while sent < all.count {
      let count = all.withUnsafeBytes { raw in
        Glibc.write(descriptor, raw.baseAddress?.advanced(by: sent), all.count - sent)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw errno == EPIPE ? .readerLeft : .failed(String(cString: strerror(errno)))
      }
    }
  }
}
