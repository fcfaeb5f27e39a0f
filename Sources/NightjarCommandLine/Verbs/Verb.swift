// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A verb of the command line: its part of the grammar's table, and what it does.
protocol Verb: SendableMetatype {
  /// The table.
  static var command: Command { get }

  /// Carries a line out.
  ///
  /// - Throws: `Failure`, `OutputError`, or what the daemon's connection throws.
  static func run(_ session: Session) throws -> ExitCode
}
