// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension DaemonInterface {
  /// What happened and what was decided, as lines of a journal, oldest first; for tools only.
  package enum Journal: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Daemon.Journal"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The `next` of the answer before; `nil` begins with the oldest line.
      package var after: Int?

      /// Makes the message.
      package init(after: Int? = nil) {
        self.after = after
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The lines, each a JSON object.
      package var lines: [String]

      /// Where to go on; `nil` when these were the last lines.
      package var next: Int?

      /// Makes the message.
      package init(lines: [String], next: Int? = nil) {
        self.lines = lines
        self.next = next
      }
    }
  }
}
