// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NightjarModel
internal import Synchronization

/// Writes the framework's log lines to standard error, whole lines only.
package enum FrameworkLog {
  private static let isWriting = Mutex(())

  /// Writes a line of spec 12.2.
  package static func write(_ line: LogLine) { write(line.text) }

  /// Writes a text as one line; line breaks inside it become spaces.
  package static func write(_ text: String) {
    let line = text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ")
    var bytes = Array("\(line)\n".utf8)[...]
    isWriting.withLock { _ in
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // Nobody reads standard error any more: there is no better place to say so.
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
      }
    }
  }
}
