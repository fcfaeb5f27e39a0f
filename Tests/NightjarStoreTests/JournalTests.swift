// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarStore
import Testing

struct JournalTests {
  @Test(arguments: JournalSamples.items)
  func `an item survives the way to a line and back`(_ item: JournalItem) throws {
    let line = JournalLine.encode(item)
    #expect(!line.utf8.contains(0x0a))
    #expect(try JournalLine.decode(line) == item)
  }

  @Test func `a whole journal survives the way to a file and back`() throws {
    let text = JournalFile.encode(JournalSamples.items)
    #expect(try JournalFile.decode(text) == JournalSamples.items)
    #expect(try JournalFile.decode("\n" + text + "\r\n\n") == JournalSamples.items)
  }

  @Test(arguments: [
    #"{"v":1,"entry":{"at":1,"event":{"type":"moonRose"},"decisions":[]}}"#,
    #"{"v":2}"#,
    #"{"v":1,"entry":{"at":1,"event":{"type":"deviceChanged","change":{"type":"tide"}},"#
      + #""decisions":[]}}"#,
    #"{"v":1,"entry":{"at":1,"event":{"type":"deviceChanged","change":{"type":"thermal","#
      + #""word":"molten"}},"decisions":[]}}"#,
    #"{"v":1,"entry":{"at":1,"event":{"type":"saveFailed","changes":[{"type":"moonSaved"}]},"#
      + #""decisions":[]}}"#,
  ])
  func `a word of a newer version is refused as newer`(_ line: String) {
    #expect { try JournalLine.decode(line) } throws: { StoreError.Code.newer ~= $0 }
  }

  @Test(arguments: [
    "", "null", "[]", "{}", #"{"v":"1"}"#, #"{"v":1}"#, #"{"v":1,"entry":{}}"#,
    #"{"v":1,"entry":{"at":1,"event":{"type":"runStopped"},"decisions":[]}}"#,
    #"{"v":1,"entry":{"at":1e300,"event":{"type":"timePassed"},"decisions":[]}}"#,
    String(repeating: "[", count: 100_000), "\u{0}",
  ])
  func `what no version would write is refused as malformed`(_ line: String) {
    #expect { try JournalLine.decode(line) } throws: { StoreError.Code.malformed ~= $0 }
  }

  @Test func `a field of a newer version is passed over`() throws {
    let line =
      #"{"v":1,"x":1,"entry":{"at":1,"y":[],"event":{"type":"timePassed"},"decisions":[]}}"#
    let entry = JournalEntry(at: Instant(nanoseconds: 1), event: .timePassed, decisions: [])
    #expect(try JournalLine.decode(line) == .entry(entry))
  }

  @Test func `a broken line is named by its number`() throws {
    let good = JournalLine.encode(JournalSamples.entry(.timePassed))
    let error = try #require(throws: StoreError.self) {
      try JournalFile.decode("\(good)\n\n{}\n")
    }
    #expect(error.message.hasPrefix("line 3: "))
  }

  @Test func `nothing is written before a checkpoint, and two segments are kept`() throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    #expect(open.store.wantsCheckpoint(pendingCount: 0))
    try open.write(Batch(journal: [JournalSamples.entry(.timePassed)]))
    #expect(try open.journal().isEmpty)
    var written: [[JournalItem]] = []
    for number in 0..<4 {
      let segment = [
        JournalSamples.checkpoint(at: Int64(number)), JournalSamples.entry(.timePassed),
      ]
      try open.write(Batch(journal: segment))
      written.append(segment)
      #expect(!open.store.wantsCheckpoint(pendingCount: 0))
    }
    #expect(try open.journal() == Array(written.suffix(2).joined()))
    open.store.close()
    let again = try OpenStore(folder.path)
    #expect(again.store.wantsCheckpoint(pendingCount: 0))
    #expect(try again.journal() == Array(written.suffix(2).joined()))
  }

  @Test(arguments: [1, 150, 1 << 20])
  func `a journal is read a page at a time`(bytes: Int) throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    #expect(try open.journalPage(after: 0, bytes: bytes) == JournalPage())
    let entries = Array(repeating: JournalSamples.entry(.timePassed), count: 9)
    try open.write(Batch(journal: [JournalSamples.checkpoint(at: 0)] + entries))
    var lines: [String] = []
    var place: Int64? = 0
    var pages = 0
    while let after = place {
      let page = try open.journalPage(after: after, bytes: bytes)
      lines += page.lines
      place = page.next
      pages += 1
    }
    #expect(try lines.map { try JournalLine.decode($0) } == open.journal())
    #expect(bytes == 1 ? pages == 11 : pages < 11)
    #expect(try open.journalPage(after: .max, bytes: bytes).lines.isEmpty)
    #expect(try open.journalPage(after: .min, bytes: 1).lines == Array(lines.prefix(1)))
  }

  @Test func `a checkpoint is wanted once when a segment has become long in bytes`() throws {
    let folder = try TemporaryFolder()
    var options = Store.Options()
    options.journalLimit = 10_000
    let open = try OpenStore(folder.path, options: options)
    try open.write(Batch(journal: [JournalSamples.checkpoint(at: 0)]))
    #expect(!open.store.wantsCheckpoint(pendingCount: 0))
    let long = JournalEntry(
      at: Instant(nanoseconds: 1),
      event: .cancelledAll(
        AppIdentifier(String(repeating: "a", count: 10_000)),
        Ticket(rawValue: 1)
      ),
      decisions: []
    )
    try open.write(Batch(journal: [.entry(long)]))
    // The journal is written after the report; a read comes behind it.
    #expect(try open.journal().count == 2)
    #expect(open.store.wantsCheckpoint(pendingCount: 0))
    try open.write(Batch(journal: [JournalSamples.checkpoint(at: 2)]))
    #expect(try open.journal().count == 3)
    #expect(!open.store.wantsCheckpoint(pendingCount: 0))
  }

  @Test func `a checkpoint is wanted when a segment outweighs it`() throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    let entries = Array(repeating: JournalSamples.entry(.timePassed), count: 10_000)
    try open.write(Batch(journal: [JournalSamples.checkpoint(at: 0)] + entries.dropLast()))
    #expect(!open.store.wantsCheckpoint(pendingCount: 0))
    try open.write(Batch(journal: [entries[0]]))
    #expect(open.store.wantsCheckpoint(pendingCount: 2500))
    #expect(!open.store.wantsCheckpoint(pendingCount: 2501))
  }
}
