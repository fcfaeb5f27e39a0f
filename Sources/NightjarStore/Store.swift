// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NightjarModel
internal import NightjarSQLite
package import NightjarSystem
internal import Synchronization

/// The daemon's memory on disk, written and read by one thread of its own.
///
/// Nothing here blocks the loop but opening and closing. ``Writer`` shows how batches become
/// commits and what happens when one fails.
package final class Store: Sendable {
  /// What opening gives.
  package struct Opened: Sendable {
    /// The store, ready to write.
    package let store: Store

    /// What the device remembers.
    package let state: StoredState

    /// What a person should know of: damage, migrations.
    package let notices: [DatabaseFile.Notice]
  }

  /// How a store is set up; the defaults are the daemon's.
  package struct Options: Sendable {
    /// How many ended runs are kept.
    package var historyLimit = 10_000

    /// How many log lines are kept.
    package var logLimit = 20_000

    /// How many bytes of entries a segment of the journal has before the next is begun.
    package var journalLimit = 16 << 20

    /// The `sqlite3_vfs` to use; `nil` means the system's own.
    package var fileSystem: String?

    /// The present boot; the default is what the kernel says.
    package var boot: String? = BootIdentifier.current()

    /// Makes the daemon's options.
    package init() {}
  }

  /// The claim on the folder, until the store is closed.
  private let directory: Mutex<StateDirectory?>
  private let queue: WriteQueue
  private let thread: WriterThread
  private let poster: Poster

  private init(
    directory: StateDirectory,
    queue: WriteQueue,
    thread: WriterThread,
    poster: Poster
  ) {
    self.directory = Mutex(directory)
    self.queue = queue
    self.thread = thread
    self.poster = poster
  }

  deinit {
    close()
  }

  /// Opens the files of a folder, repairs what it can, reads everything and starts the writer.
  ///
  /// - Parameters:
  ///   - directory: The claimed folder; the store keeps the claim.
  ///   - poster: The loop on which completions are called.
  ///   - options: For tests.
  /// - Returns: The store, what the device remembers, and what a person should know of.
  /// - Throws: `StoreError` with `newer`, `foreign`, `unusable`, `locked`, `full` or `failed`.
  package static func open(
    in directory: StateDirectory,
    poster: Poster,
    options: Options = Options()
  ) throws(StoreError) -> Opened {
    let files = try StoreFiles.open(in: directory, options: options)
    let (state, notices) = (files.contents, files.notices)
    let queue = WriteQueue()
    let writer = Writer(
      state: files.state,
      history: files.history,
      limits: files.limits,
      queue: queue,
      poster: poster
    )
    do throws(SystemError) {
      let thread = try WriterThread(writer)
      let store = Store(directory: directory, queue: queue, thread: thread, poster: poster)
      return Opened(store: store, state: state, notices: notices)
    } catch {
      throw StoreError(.failed, "the writer thread cannot be started: \(error)")
    }
  }

  /// Writes a batch, together with everything else that waits.
  ///
  /// - Parameters:
  ///   - batch: What to write.
  ///   - completion: Called on the loop, in the order of the batches.
  package func write(
    _ batch: Batch,
    completion: @escaping @Sendable (WriteOutcome) -> Void = { _ in }
  ) {
    if queue.write(batch, completion) { return }
    poster.post { completion(.failed(Self.closedError)) }
  }

  /// Says that everything sent so far whose write failed, or will fail, has been undone.
  ///
  /// Until then every batch fails that follows one that failed, since it may rest on it.
  package func acknowledgeFailure() {
    queue.acknowledgeFailure()
  }

  /// Whether the journal should go on with a new checkpoint.
  ///
  /// - Parameter pendingCount: The pending requests, which is what makes a checkpoint long.
  /// - Returns: True after a start, after a loss, and when a segment outweighs its checkpoint.
  package func wantsCheckpoint(pendingCount: Int) -> Bool {
    queue.wantsCheckpoint(pendingCount: pendingCount)
  }

  /// Writes everything that waits, calls back, closes the files and gives up the folder.
  ///
  /// It blocks until that is done; a second call does nothing.
  package func close() {
    let claim = directory.withLock { directory in
      defer { directory = nil }
      return directory
    }
    guard let claim else { return }
    queue.close()
    thread.join()
    // Another daemon may have the folder only now that the files are closed.
    withExtendedLifetime(claim) {}
  }

  private static let closedError = StoreError(.closed, "the store is closed: the daemon is ending")
}

// MARK: - Reading

extension Store {
  /// Reads the newest ended runs, oldest first.
  ///
  /// - Parameters:
  ///   - app: Whose; `nil` means everybody's.
  ///   - limit: How many at most.
  ///   - completion: Called on the loop.
  package func readHistory(
    app: AppIdentifier?,
    limit: Int,
    completion: @escaping @Sendable (Result<[HistoryEntry], StoreError>) -> Void
  ) {
    read(completion) { history throws(SQLiteError) in
      try history.readHistory(app: app, limit: limit)
    }
  }

  /// Reads the newest log lines, oldest first.
  ///
  /// - Parameters:
  ///   - app: Which app they are about; `nil` means all lines.
  ///   - limit: How many at most.
  ///   - completion: Called on the loop.
  package func readLog(
    app: AppIdentifier?,
    limit: Int,
    completion: @escaping @Sendable (Result<[LogRecord], StoreError>) -> Void
  ) {
    read(completion) { history throws(SQLiteError) in
      try history.readLog(app: app, limit: limit)
    }
  }

  /// Reads the journal as JSON lines, oldest first.
  ///
  /// - Parameter completion: Called on the loop; ``JournalLine`` reads the lines.
  package func readJournal(
    completion: @escaping @Sendable (Result<[String], StoreError>) -> Void
  ) {
    read(completion) { history throws(SQLiteError) in try history.readJournal() }
  }

  /// Reads some lines of the journal, so that nobody has to hold all of it.
  ///
  /// - Parameters:
  ///   - place: Where to go on: a page's `next`; 0 begins with the oldest line.
  ///   - bytes: A page ends with the line that reaches so many.
  ///   - completion: Called on the loop.
  package func readJournal(
    after place: Int64,
    bytes: Int = 1 << 20,
    completion: @escaping @Sendable (Result<JournalPage, StoreError>) -> Void
  ) {
    read(completion) { history throws(SQLiteError) in
      try history.readJournal(after: place, bytes: bytes)
    }
  }

  private func read<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, StoreError>) -> Void,
    _ work: @escaping @Sendable (HistoryDatabase) throws(SQLiteError) -> Value
  ) {
    let isTaken = queue.read { [poster] history in
      let result: Result<Value, StoreError>
      do throws(SQLiteError) {
        result = .success(try work(history))
      } catch {
        result = .failure(StoreError(error, path: history.connection.path))
      }
      poster.post { completion(result) }
    }
    if !isTaken { poster.post { completion(.failure(Self.closedError)) } }
  }
}
