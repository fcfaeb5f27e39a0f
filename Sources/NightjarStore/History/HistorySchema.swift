// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The file of what may be lost to a power cut: ended runs, log lines, the event journal.
  static let history = Schema(
    // "NjHi" in ASCII.
    applicationID: 0x4e6a_4869,
    steps: [
      """
      CREATE TABLE history (
        id INTEGER PRIMARY KEY, run INTEGER NOT NULL UNIQUE, app TEXT NOT NULL,
        task TEXT NOT NULL, kind TEXT NOT NULL, submitted_at INTEGER NOT NULL,
        started_at INTEGER NOT NULL, ended_at INTEGER NOT NULL, outcome TEXT NOT NULL,
        expiration TEXT, is_simulated INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE log (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, app TEXT, task TEXT,
        level TEXT NOT NULL, category TEXT NOT NULL, message TEXT NOT NULL
      ) STRICT;
      CREATE TABLE journal (
        id INTEGER PRIMARY KEY, segment INTEGER NOT NULL, line TEXT NOT NULL
      ) STRICT;
      """,
      """
      ALTER TABLE history ADD COLUMN cpu INTEGER;
      ALTER TABLE history ADD COLUMN read_bytes INTEGER;
      ALTER TABLE history ADD COLUMN written_bytes INTEGER;
      """,
      """
      ALTER TABLE history ADD COLUMN network_bytes INTEGER;
      ALTER TABLE history ADD COLUMN microjoules INTEGER;
      ALTER TABLE history ADD COLUMN energy_source TEXT;
      """,
    ]
  )
}
