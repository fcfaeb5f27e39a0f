// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite
internal import NightjarSystem

/// The two files of a store, open and read.
struct StoreFiles {
  let state: StateDatabase
  let history: HistoryDatabase
  let limits: HistoryDatabase.Limits
  let contents: StoredState
  let notices: [DatabaseFile.Notice]

  /// Opens both files; damage to one leaves the other as it is.
  static func open(
    in directory: StateDirectory,
    options: Store.Options
  ) throws(StoreError) -> Self {
    var notices: [DatabaseFile.Notice] = []
    let limits = HistoryDatabase.Limits(
      history: options.historyLimit,
      log: options.logLimit,
      journal: options.journalLimit
    )
    let (state, loaded) = try openState(in: directory, options: options, notices: &notices)
    let isStateNew = !notices.isEmpty && loaded == StoredState()
    let (history, lastRun) = try file("history.sqlite", .history, directory, options)
      .open(notices: &notices) { connection throws(SQLiteError) in
        (
          try HistoryDatabase(connection: connection, limits: limits),
          try HistoryDatabase.lastRun(connection)
        )
      }
    var contents = loaded
    contents.lastRun.rawValue = max(contents.lastRun.rawValue, lastRun)
    if isStateNew { try countOn(state, &contents) }
    return Self(
      state: state,
      history: history,
      limits: limits,
      contents: contents,
      notices: notices
    )
  }

  private static func openState(
    in directory: StateDirectory,
    options: Store.Options,
    notices: inout [DatabaseFile.Notice]
  ) throws(StoreError) -> (StateDatabase, StoredState) {
    let file = file("state.sqlite", .state, directory, options)
    var unreadable: [String] = []
    let opened = try file.open(notices: &notices) { connection throws(SQLiteError) in
      unreadable = []
      let state = try StateDatabase.load(connection, boot: options.boot, unreadable: &unreadable)
      return (StateDatabase(connection: connection, boot: options.boot), state)
    }
    notices += unreadable.map { .unreadableRow(file: file.path, why: $0) }
    return opened
  }

  private static func file(
    _ name: String,
    _ schema: Schema,
    _ directory: StateDirectory,
    _ options: Store.Options
  ) -> DatabaseFile {
    DatabaseFile(path: directory.file(name), schema: schema, fileSystem: options.fileSystem)
  }

  /// Counts on from the seconds since 1970 after the counters were lost with a damaged file.
  ///
  /// No device counts as fast as the seconds go, so no number is given twice.
  private static func countOn(
    _ state: StateDatabase,
    _ contents: inout StoredState
  ) throws(StoreError) {
    let seconds = max(Clocks.wall / 1_000_000_000, contents.lastRun.rawValue)
    contents.lastRun.rawValue = seconds
    contents.lastSubmission.rawValue = seconds
    do throws(SQLiteError) {
      try state.count("run", seconds)
      try state.count("submission", seconds)
    } catch {
      throw StoreError(error, path: state.connection.path)
    }
  }
}
