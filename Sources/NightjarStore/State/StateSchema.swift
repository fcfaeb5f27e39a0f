// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The file of what must survive: apps, requests, runs, crash counts, settings.
  ///
  /// A submit touches one page: requests stand in their primary key's own tree, and the highest
  /// number ever given is found from the rows and, for rows that are gone, from `counters`.
  static let state = Schema(
    // "NjSt" in ASCII.
    applicationID: 0x4e6a_5374,
    steps: [
      """
      CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO counters VALUES ('submission', 0), ('run', 0);
      CREATE TABLE apps (
        app TEXT PRIMARY KEY, bundle TEXT, executable TEXT NOT NULL, arguments TEXT NOT NULL,
        folder TEXT, plist TEXT, name TEXT NOT NULL, build TEXT NOT NULL, permitted TEXT NOT NULL,
        modes TEXT NOT NULL, entitlements TEXT NOT NULL, is_force_quit INTEGER NOT NULL,
        is_refresh_on INTEGER NOT NULL, last_foreground INTEGER, launch_failures INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE requests (
        app TEXT NOT NULL, task TEXT NOT NULL, number INTEGER NOT NULL,
        submitted_at INTEGER NOT NULL, kind TEXT NOT NULL, earliest_begin INTEGER,
        conditions INTEGER NOT NULL, title TEXT, subtitle TEXT, strategy TEXT, resources INTEGER,
        protection TEXT,
        PRIMARY KEY (app, task)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE runs (
        app TEXT NOT NULL, task TEXT NOT NULL, number INTEGER NOT NULL,
        submitted_at INTEGER NOT NULL, kind TEXT NOT NULL, earliest_begin INTEGER,
        conditions INTEGER NOT NULL, title TEXT, subtitle TEXT, strategy TEXT, resources INTEGER,
        protection TEXT,
        run INTEGER PRIMARY KEY, pid INTEGER NOT NULL, start_ticks INTEGER NOT NULL,
        started_at INTEGER NOT NULL, started_wall INTEGER NOT NULL, deadline INTEGER,
        is_simulated INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE crashes (
        app TEXT NOT NULL, task TEXT NOT NULL, crashes INTEGER NOT NULL,
        is_quarantined INTEGER NOT NULL,
        PRIMARY KEY (app, task)
      ) STRICT, WITHOUT ROWID;
      """,
      """
      ALTER TABLE apps ADD COLUMN usage_hours TEXT;
      ALTER TABLE apps ADD COLUMN usage_day INTEGER;
      ALTER TABLE apps ADD COLUMN usage_since INTEGER;
      ALTER TABLE apps ADD COLUMN refresh_full_at INTEGER;
      ALTER TABLE apps ADD COLUMN push_full_at INTEGER;
      ALTER TABLE apps ADD COLUMN last_refresh INTEGER;
      ALTER TABLE apps ADD COLUMN last_push INTEGER;
      """,
      "ALTER TABLE apps ADD COLUMN data_full_at INTEGER;",
    ]
  )
}
