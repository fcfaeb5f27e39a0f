// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSQLite
import NightjarStore
import Testing

extension TemporaryFolder {
  /// Runs statements on the state file while no store has it open.
  func execute(_ sql: String) throws {
    try Connection(path: file("state.sqlite")).execute(sql)
  }
}

struct VersionTests {
  private static let one = Schema(
    applicationID: 7,
    steps: ["CREATE TABLE birds (name TEXT NOT NULL)"]
  )

  private static let two = Schema(
    applicationID: 7,
    steps: one.steps + ["ALTER TABLE birds ADD COLUMN weight INTEGER NOT NULL DEFAULT 70"]
  )

  private func open(
    _ path: String,
    _ schema: Schema,
    _ notices: inout [DatabaseFile.Notice],
    fileSystem: String? = nil
  ) throws -> Connection {
    try DatabaseFile(path: path, schema: schema, fileSystem: fileSystem)
      .open(notices: &notices) { connection in connection }
  }

  @Test func `an older file is copied, then migrated`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("birds")
    var notices: [DatabaseFile.Notice] = []
    // The row stands in the log only, as after kill -9: the copy must have it all the same.
    let old = try open(path, Self.one, &notices)
    try old.execute("INSERT INTO birds VALUES ('nightjar')")
    let copy = try TemporaryFolder()
    try copy.write(folder.bytes("birds"), to: "birds")
    try copy.write(folder.bytes("birds-wal"), to: "birds-wal")

    let migrated = try open(copy.file("birds"), Self.two, &notices)
    #expect(try migrated.number(pragma: "user_version") == 2)
    #expect(try row(migrated, "SELECT name, weight FROM birds") == ["nightjar", "70"])
    let backup = copy.file("birds.backup-v1")
    #expect(
      notices == [.migrated(file: copy.file("birds"), from: 1, to: 2, backup: backup)]
    )
    let saved = try Connection(path: backup, access: .readOnly)
    #expect(try saved.number(pragma: "user_version") == 1)
    #expect(try row(saved, "SELECT name, 'old' FROM birds") == ["nightjar", "old"])
    #expect(!copy.names.contains { $0.hasSuffix(".part") })
  }

  private func row(_ connection: Connection, _ sql: String) throws -> [String] {
    let statement = try connection.statement(sql)
    return try statement.step() ? [statement.text(at: 0), statement.text(at: 1)] : []
  }

  @Test func `a migration that fails at any write can be done later, and loses nothing`() throws {
    let files = try FaultyFileSystem(name: "migration")
    for count in 1... {
      let folder = try TemporaryFolder()
      var notices: [DatabaseFile.Notice] = []
      try open(folder.file("birds"), Self.one, &notices)
        .execute("INSERT INTO birds VALUES ('nightjar')")
      files.set(FaultPlan([.write, .sync], first: count, failsFromThenOn: true))
      let hasFailed =
        (try? open(folder.file("birds"), Self.two, &notices, fileSystem: files.name)) == nil
      let wasInjected = files.injected > 0
      files.set(nil)
      if hasFailed {
        let again = try open(folder.file("birds"), Self.two, &notices)
        #expect(try row(again, "SELECT name, weight FROM birds") == ["nightjar", "70"])
      }
      #expect(!folder.names.contains { $0.contains("corrupt") })
      if !wasInjected {
        #expect(count > 5)
        break
      }
    }
  }

  @Test func `a newer file is refused and not a byte of it changes`() throws {
    let folder = try TemporaryFolder()
    try OpenStore(folder.path).store.close()
    try folder.execute("PRAGMA user_version = 99")
    let before = try folder.bytes("state.sqlite")
    let error = try #require(throws: StoreError.self) { try OpenStore(folder.path) }
    #expect(error.code == .newer)
    #expect(error.message.contains("99") && error.message.contains("state.sqlite"))
    #expect(try folder.bytes("state.sqlite") == before)
  }

  @Test func `a newer version that stands in the log only is refused as well`() throws {
    let folder = try TemporaryFolder()
    try OpenStore(folder.path).store.close()
    let newer = try Connection(path: folder.file("state.sqlite"))
    try newer.text(pragma: "journal_mode = WAL")
    try newer.execute("PRAGMA user_version = 99; CREATE TABLE moons (x)")
    let copy = try TemporaryFolder()
    let names = ["state.sqlite", "state.sqlite-wal"]
    for name in names {
      try copy.write(folder.bytes(name), to: name)
    }
    let error = try #require(throws: StoreError.self) { try OpenStore(copy.path) }
    #expect(error.code == .newer)
    for name in names {
      #expect(try copy.bytes(name) == folder.bytes(name), "\(name)")
    }
  }

  @Test func `another program's database is refused and not a byte of it changes`() throws {
    let folder = try TemporaryFolder()
    try folder.execute("PRAGMA application_id = 252006674; CREATE TABLE fossils (x)")
    let before = try folder.bytes("state.sqlite")
    let error = try #require(throws: StoreError.self) { try OpenStore(folder.path) }
    #expect(error.code == .foreign)
    #expect(try folder.bytes("state.sqlite") == before)
  }

  @Test func `a database that names no program is refused unless it is empty`() throws {
    let folder = try TemporaryFolder()
    try folder.execute("CREATE TABLE fossils (x)")
    let before = try folder.bytes("state.sqlite")
    let error = try #require(throws: StoreError.self) { try OpenStore(folder.path) }
    #expect(error.code == .foreign)
    #expect(try folder.bytes("state.sqlite") == before)
  }

  @Test func `a file that another program has open is not taken for damaged`() throws {
    let folder = try TemporaryFolder()
    try OpenStore(folder.path).store.close()
    let other = try Connection(path: folder.file("state.sqlite"))
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let error = try #require(throws: StoreError.self) { try OpenStore(folder.path) }
    #expect(error.code == .locked)
    withExtendedLifetime(other) {}
  }
}
