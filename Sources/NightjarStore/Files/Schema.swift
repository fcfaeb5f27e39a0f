// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a database file must look like, as the steps that lead there from an empty file.
///
/// A step is never changed once it was released; a new version appends one. The number of steps
/// that a file went through is its `user_version`, and `application_id` tells it from other
/// programs' files (<https://www.sqlite.org/pragma.html>).
package struct Schema: Sendable {
  /// Marks the file as ours; each kind of file has its own.
  package var applicationID: Int32

  /// The statements of each version, from version 1.
  package var steps: [String]

  /// Makes a schema.
  package init(applicationID: Int32, steps: [String]) {
    self.applicationID = applicationID
    self.steps = steps
  }

  /// The version that this program writes.
  package var version: Int { steps.count }
}
