// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarStore
import Testing

struct DamageTests {
  /// A closed store with enough rows for inner pages.
  private func filled(_ folder: TemporaryFolder, rows: Int64 = 400) throws {
    let open = try OpenStore(folder.path)
    let changes = (1...rows).map { number in
      StateChange.requestSaved(Samples.pending(number, task: "task \(number)"), replacing: nil)
    }
    try open.write(Batch(changes: changes))
    let run = Samples.run(41, of: Samples.pending(1, task: "task 1"))
    try open.write(Batch(changes: [.runStarted(run), .runEnded(Samples.ended(run))]))
    open.store.close()
  }

  private func isMovedAside(_ notice: DatabaseFile.Notice) -> Bool {
    if case .movedAside = notice { true } else { false }
  }

  @Test func `damage anywhere in the file never stops the daemon`() throws {
    let original = try TemporaryFolder()
    try filled(original)
    let bytes = try original.bytes("state.sqlite")
    var movedAside = 0
    for offset in stride(from: 0, to: bytes.count - 64, by: 1009) {
      let folder = try TemporaryFolder()
      var damaged = bytes
      for place in offset..<offset + 64 {
        damaged[place] = UInt8(truncatingIfNeeded: place &* 167 &+ offset)
      }
      try folder.write(damaged, to: "state.sqlite")
      let open: OpenStore
      do {
        open = try OpenStore(folder.path)
      } catch StoreError.Code.foreign, StoreError.Code.newer {
        // The damage made it look like somebody else's: refused, and not a byte changed.
        #expect(try folder.bytes("state.sqlite") == damaged)
        #expect(offset < 100)
        continue
      }
      if open.notices.contains(where: isMovedAside) {
        movedAside += 1
        #expect(open.state.pending.isEmpty)
        #expect(try folder.bytes("state.sqlite.corrupt-1") == damaged)
        #expect(open.state.lastRun.rawValue > 1_000_000_000)
      } else {
        #expect(open.state.pending.count + open.notices.count <= 400)
      }
      #expect(try open.write(Samples.saved(1000)) == .committed)
    }
    #expect(movedAside > 5)
  }

  @Test(arguments: [1, 99, 100, 4095, 4096, 9000])
  func `a truncated file is moved aside`(_ length: Int) throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    try folder.write(Array(folder.bytes("state.sqlite").prefix(length)), to: "state.sqlite")
    let open = try OpenStore(folder.path)
    #expect(open.notices.contains(where: isMovedAside))
    #expect(folder.names.contains("state.sqlite.corrupt-1"))
    #expect(open.state.pending.isEmpty)
    #expect(try open.write(Samples.saved(1)) == .committed)
    #expect(try open.history().count == 1)
  }

  @Test func `garbage is moved aside, each time under a name of its own`() throws {
    let folder = try TemporaryFolder()
    for count in 1...3 {
      try folder.write(Array("garbage \(count)".utf8), to: "state.sqlite")
      try folder.write([UInt8(count)], to: "state.sqlite-wal")
      let open = try OpenStore(folder.path)
      let place = folder.file("state.sqlite.corrupt-\(count)")
      guard case .movedAside(folder.file("state.sqlite"), to: place, _) = open.notices.first else {
        Issue.record("\(open.notices)")
        return
      }
      #expect(try folder.bytes("state.sqlite.corrupt-\(count)-wal") == [UInt8(count)])
      open.store.close()
    }
  }

  @Test func `the numbers go on above all that were given before the damage`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    try folder.write([0], to: "state.sqlite")
    let first = try OpenStore(folder.path)
    #expect(first.state.lastRun.rawValue > 1_000_000_000)
    #expect(first.state.lastSubmission.rawValue > 1_000_000_000)
    first.store.close()
    let second = try OpenStore(folder.path)
    #expect(second.notices.isEmpty)
    #expect(second.state.lastRun == first.state.lastRun)
    #expect(second.state.lastSubmission == first.state.lastSubmission)
  }

  @Test func `a damaged history leaves the state alone`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    try folder.write(Array(repeating: 0xff, count: 5000), to: "history.sqlite")
    let open = try OpenStore(folder.path)
    #expect(open.notices.count == 1)
    #expect(open.state.pending.count == 399)
    #expect(open.state.lastRun.rawValue == 41)
    #expect(try open.history().isEmpty)
    #expect(folder.names.contains("history.sqlite.corrupt-1"))
  }

  @Test func `a log cut short anywhere gives the commits before the cut`() throws {
    let original = try TemporaryFolder()
    let open = try OpenStore(original.path)
    for number in 1...20 {
      try open.write(Samples.saved(Int64(number), task: "\(number)"))
    }
    let state = try original.bytes("state.sqlite")
    let log = try original.bytes("state.sqlite-wal")
    var counts: Set<Int> = []
    for length in stride(from: 0, through: log.count, by: 2053) {
      let folder = try TemporaryFolder()
      try folder.write(state, to: "state.sqlite")
      try folder.write(Array(log.prefix(length)), to: "state.sqlite-wal")
      let opened = try OpenStore(folder.path)
      #expect(opened.notices.isEmpty)
      let numbers = opened.state.pending.map(\.number.rawValue).sorted()
      #expect(numbers == Array(1...21).prefix(numbers.count).map { Int64($0) })
      counts.insert(numbers.count)
    }
    #expect(counts.contains(19) || counts.contains(20))
  }

  @Test func `a row with a word from elsewhere is reported and left in the file`() throws {
    let folder = try TemporaryFolder()
    try filled(folder, rows: 3)
    try folder.execute("UPDATE requests SET kind = 'lunar' WHERE number = 2")
    for _ in 0..<2 {
      let open = try OpenStore(folder.path)
      #expect(open.state.pending.map(\.number.rawValue) == [3])
      #expect(open.state.lastSubmission.rawValue == 3)
      guard case .unreadableRow(_, let why) = open.notices.first else {
        Issue.record("\(open.notices)")
        return
      }
      #expect(why.contains("task 2") && why.contains("lunar"))
    }
  }
}
