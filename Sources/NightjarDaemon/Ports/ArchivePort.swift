// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel
package import NightjarStore

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

  /// Some lines of the journal.
  ///
  /// - Parameters:
  ///   - place: Where to go on; 0 begins with the oldest line.
  ///   - completion: Called on the loop's thread; with why the journal cannot be read.
  func readJournal(
    after place: Int64,
    completion: @escaping (Result<JournalPage, StoreError>) -> Void
  )
}
