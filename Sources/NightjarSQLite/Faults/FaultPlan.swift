// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a ``FaultyFileSystem`` makes fail, for tests.
package struct FaultPlan: Sendable {
  /// The calls that can be made to fail.
  package enum Operation: CaseIterable, Hashable, Sendable {
    /// Opening a file.
    case open

    /// Writing to a file; half of the bytes are written before it fails.
    case write

    /// Forcing a file to the disk.
    case sync
  }

  /// How a call fails.
  package enum Failure: Sendable {
    /// The disk is full: SQLITE_FULL.
    case full

    /// The disk reports an error: SQLITE_IOERR.
    case inputOutput
  }

  /// The calls that count.
  package var operations: Set<Operation>

  /// The first call that fails, counted from 1 when the plan is set.
  package var first: Int

  /// Whether every later call fails too, rather than that one only.
  package var failsFromThenOn: Bool

  /// How they fail.
  package var failure: Failure

  /// Makes a plan.
  package init(
    _ operations: Set<Operation>,
    first: Int,
    failsFromThenOn: Bool,
    failure: Failure = .full
  ) {
    self.operations = operations
    self.first = first
    self.failsFromThenOn = failsFromThenOn
    self.failure = failure
  }
}
