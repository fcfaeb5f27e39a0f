// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSQLite

/// What the app keeps, in a SQLite file of its own: the feed, its entries, a word index and notes.
///
/// A person's process and one that the daemon started may have the file open at the same time; an
/// actor takes care of the calls of one process, SQLite of the rest.
actor Library {
  private let database: Connection

  init(folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try Connection(path: folder.appendingPathComponent("library.sqlite").path)
    database.setBusyTimeout(milliseconds: 5000)
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS feed (url TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS entry (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, link TEXT NOT NULL, updated INTEGER NOT NULL,
        summary TEXT NOT NULL, isPruned INTEGER NOT NULL DEFAULT 0
      );
      CREATE VIRTUAL TABLE IF NOT EXISTS word USING fts5(title, summary, content = 'entry');
      CREATE TABLE IF NOT EXISTS activity (
        at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        task TEXT NOT NULL, result TEXT NOT NULL, detail TEXT NOT NULL
      );
      """
    )
  }

  // MARK: - The feed and its entries

  func subscribe(to feed: Feed) throws {
    try database.transaction { () throws(SQLiteError) in
      try database.execute("DELETE FROM feed")
      try run("INSERT INTO feed VALUES (?)", feed.url.absoluteString)
    }
  }

  func feed() throws -> Feed? {
    let query = try database.statement("SELECT url FROM feed")
    var urls: [String] = []
    while try query.step() { urls.append(query.text(at: 0)) }
    return try urls.first.map { try Feed($0) }
  }

  /// Stores the entries that are new, and brings known ones up to date.
  ///
  /// - Returns: How many are new.
  func insert(_ entries: [Entry]) throws -> Int {
    try database.transaction { () throws(SQLiteError) in
      let before = try number("SELECT count(*) FROM entry")
      for entry in entries {
        let statement = try database.statement(
          """
          INSERT INTO entry (id, title, link, updated, summary) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET title = excluded.title, link = excluded.link,
            updated = excluded.updated, summary = excluded.summary
          WHERE NOT isPruned
          """
        )
        statement.bind(entry.id, at: 1)
        statement.bind(entry.title, at: 2)
        statement.bind(entry.link, at: 3)
        statement.bind(Int64(entry.updated.timeIntervalSince1970), at: 4)
        statement.bind(entry.summary, at: 5)
        try statement.run()
      }
      return try number("SELECT count(*) FROM entry") - before
    }
  }

  /// The entries with all of the words, or all entries, newest first.
  func entries(matching words: String = "") throws -> [Entry] {
    let query: Statement
    if words.isEmpty {
      query = try database.statement(
        "SELECT * FROM entry WHERE NOT isPruned ORDER BY updated DESC"
      )
    } else {
      query = try database.statement(
        """
        SELECT * FROM entry
        WHERE NOT isPruned AND rowid IN (SELECT rowid FROM word WHERE word MATCH ?)
        ORDER BY updated DESC
        """
      )
      // In quotes a word is a word, whatever it means to FTS5 otherwise.
      let quoted = words.split(separator: " ").map { "\"\($0.replacing("\"", with: ""))\"" }
      query.bind(quoted.joined(separator: " "), at: 1)
    }
    var entries: [Entry] = []
    while try query.step() {
      entries.append(
        Entry(
          id: query.text(at: 0),
          title: query.text(at: 1),
          link: query.text(at: 2),
          updated: Date(timeIntervalSince1970: TimeInterval(query.int64(at: 3))),
          summary: query.text(at: 4)
        )
      )
    }
    return entries
  }

  // MARK: - Tidying up

  /// Empties all but the newest entries; the feed may still have them, so their names stay.
  ///
  /// - Returns: How many were emptied.
  func prune(keeping count: Int) throws -> Int {
    let statement = try database.statement(
      """
      UPDATE entry SET isPruned = 1, title = '', summary = ''
      WHERE NOT isPruned AND rowid NOT IN (SELECT rowid FROM entry ORDER BY updated DESC LIMIT ?)
      """
    )
    statement.bind(Int64(count), at: 1)
    try statement.run()
    return database.changes
  }

  /// Builds the word index anew.
  ///
  /// - Returns: How many entries it covers.
  func reindex() throws -> Int {
    try run("INSERT INTO word (word) VALUES (?)", "rebuild")
    return try number("SELECT count(*) FROM entry WHERE NOT isPruned")
  }

  // MARK: - Notes

  /// Writes down what became of a run.
  func note(_ task: String, _ result: String, _ detail: String) throws {
    try run("INSERT INTO activity (task, result, detail) VALUES (?, ?, ?)", task, result, detail)
  }

  private func run(_ sql: String, _ values: String...) throws(SQLiteError) {
    let statement = try database.statement(sql)
    for (index, value) in values.enumerated() {
      statement.bind(value, at: Int32(index + 1))
    }
    try statement.run()
  }

  private func number(_ sql: String) throws(SQLiteError) -> Int {
    let statement = try database.statement(sql)
    guard try statement.step() else { return 0 }
    let number = Int(statement.int64(at: 0))
    // A statement that is not at its end keeps its view of the database open.
    try statement.run()
    return number
  }
}

extension URL {
  /// Where this app keeps its things: `$XDG_DATA_HOME/FeedReader`, as a rule.
  static var feedReader: URL {
    let places = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let base = places.first ?? FileManager.default.homeDirectoryForCurrentUser
    return base.appendingPathComponent("FeedReader")
  }
}
