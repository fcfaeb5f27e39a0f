// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// What has been, read back from disk without holding up the loop.
package protocol ArchivePort: AnyObject {
  /// The last runs that have ended, oldest first.
  ///
  /// - Parameters:
  ///   - app: Whose; `nil` means everyone's.
  ///   - limit: How many at most.
  ///   - completion: Called on the loop's thread; with nothing when the history cannot be read.
  func readHistory(
    app: AppIdentifier?,
    limit: Int,
    completion: @escaping ([HistoryEntry]) -> Void
  )

  /// The last lines of the log, oldest first; as for ``readHistory(app:limit:completion:)``.
  func readLog(app: AppIdentifier?, limit: Int, completion: @escaping ([LogRecord]) -> Void)
}
