// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarStore

/// Where changes of state, the log and the journal are written.
package protocol StatePort: AnyObject {
  /// Writes a batch, after all batches that were given before.
  ///
  /// - Parameters:
  ///   - batch: What to write.
  ///   - completion: Called on the loop's thread, in the order of the batches.
  func write(_ batch: Batch, completion: @escaping (WriteOutcome) -> Void)

  /// Lets batches through again, after what failed was undone.
  func acknowledgeFailure()

  /// Whether the journal should begin anew with a checkpoint.
  func wantsCheckpoint(pendingCount: Int) -> Bool
}
