// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// How the program exits; scripts may rely on the numbers.
package enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  /// What was asked for is done.
  case done = 0

  /// Something is not as it should be: `doctor` found a fault, or a file cannot be used.
  case findings = 1

  /// The line is wrong.
  case usage = 2

  /// No daemon answers, or it went away.
  case noDaemon = 3

  /// The daemon refused.
  case refused = 4

  /// What the number says, for the manual.
  package var meaning: String {
    switch self {
    case .done: "What was asked for is done."
    case .findings: "Something is not as it should be, or a named file cannot be used."
    case .usage: "The line is wrong: an unknown word, or a value that cannot be used."
    case .noDaemon: "No daemon answers at the socket, or it went away."
    case .refused: "The daemon refused what was asked for."
    }
  }
}
