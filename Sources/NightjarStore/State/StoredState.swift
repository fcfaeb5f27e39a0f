// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// What the device remembers, as the store gives it back after a start.
package struct StoredState: Hashable, Sendable {
  /// The apps, in no order.
  package var apps: [AppRecord] = []

  /// The pending requests, in no order.
  package var pending: [PendingRequest] = []

  /// The runs whose end was not recorded.
  package var runs: [RunRecord] = []

  /// The crash counts that are not zero.
  package var crashes: [CrashRecord] = []

  /// The highest submission number that was ever stored.
  package var lastSubmission = SubmissionNumber(rawValue: 0)

  /// The highest run number that was ever stored.
  package var lastRun = RunNumber(rawValue: 0)

  /// What was set, by name.
  package var settings: [String: String] = [:]

  /// Whether the machine was not booted since the last write, so that stored instants still hold.
  ///
  /// The boot is recorded with the first write after a start. When this is false, that write should
  /// end the runs: a daemon that is killed before it sees the same as this one did.
  package var isSameBoot = false

  /// Makes the memory of a new device.
  package init() {}
}
