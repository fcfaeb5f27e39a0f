// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSQLite
import NightjarStore
import Testing

/// Files from before runs had a cost and apps a budget for data.
struct CostColumnsTests {
  @Test func `an older history keeps its runs, whose cost is not known, and takes new ones`() throws
  {
    let folder = try TemporaryFolder()
    let first = try OpenStore(folder.path)
    let old = Samples.run(6, of: Samples.pending(8))
    try first.write(Batch(changes: [.runEnded(Samples.ended(old))]))
    first.store.close()
    let columns = [
      "cpu", "read_bytes", "written_bytes", "network_bytes", "microjoules", "energy_source",
    ]
    let drops = columns.map { "ALTER TABLE history DROP COLUMN \($0);" }.joined()
    try Connection(path: folder.file("history.sqlite"))
      .execute(drops + "PRAGMA user_version = 1;")

    let second = try OpenStore(folder.path)
    let new = Samples.run(7, of: Samples.pending(9))
    try second.write(Batch(changes: [.runEnded(Samples.ended(new))]))
    let history = try second.history()
    #expect(history.map(\.run.rawValue) == [6, 7])
    #expect(history.map(\.use) == [nil, Samples.use])
  }

  @Test func `an app of an older state has spent no data`() throws {
    let folder = try TemporaryFolder()
    let first = try OpenStore(folder.path)
    try first.write(Batch(changes: [.appSaved(Samples.record)]))
    first.store.close()
    try folder.execute("ALTER TABLE apps DROP COLUMN data_full_at; PRAGMA user_version = 2;")
    var expected = Samples.record
    expected.meters.dataFullAt = nil
    let second = try OpenStore(folder.path)
    #expect(second.state.apps == [expected])
    try second.write(Batch(changes: [.appSaved(Samples.record)]))
    second.store.close()
    #expect(try OpenStore(folder.path).state.apps == [Samples.record])
  }
}
