// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarModel
internal import NightjarSimulator
internal import NightjarStore

extension Recording {
  /// The longest file that is read: the daemon keeps two segments of 16 MiB and their checkpoints.
  private static let longest = 512 << 20

  /// Reads the journal that `nightjar log --journal` printed.
  ///
  /// - Parameter path: The file.
  /// - Throws: `Failure` that names the file and, if a line is at fault, its number.
  init(path: String) throws(Failure) {
    self.init()
    var number = 0
    do {
      for line in try Self.bytes(path).split(separator: 0x0A, omittingEmptySubsequences: false) {
        number += 1
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) else { continue }
        guard let text = String(validating: line, as: UTF8.self) else {
          throw StoreError(.malformed, "this is no text in UTF-8")
        }
        try add(JournalLine.decode(text), line: number)
      }
    } catch let error as StoreError {
      throw Failure(.usage, "\(path), line \(number): \(error.message)")
    } catch {
      throw Failure(.usage, "\(path) cannot be read: \(error.localizedDescription)")
    }
    guard !segments.isEmpty else {
      throw Failure(
        .usage,
        "\(path) holds no journal",
        remedy: "`nightjar log --journal` prints the daemon's."
      )
    }
  }

  /// The daemon's journal: all of it, or its last segment.
  ///
  /// - Throws: `WireError`, or `StoreError` for a line that this version cannot read.
  init(from daemon: any Daemon, isWhole: Bool = false) throws {
    self.init()
    var number = 0
    try daemon.readJournal { lines in
      for line in lines {
        number += 1
        try add(JournalLine.decode(line), line: number)
      }
      if !isWhole { segments.removeFirst(max(0, segments.count - 1)) }
    }
  }

  private static func bytes(_ path: String) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    var bytes = Data()
    // A device may have no end.
    while let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
      bytes.append(more)
      guard bytes.count <= longest else {
        throw Failure(.usage, "\(path) has more than \(longest >> 20) MiB, so it is no journal")
      }
    }
    return bytes
  }

  private mutating func add(_ item: JournalItem, line: Int) throws {
    switch item {
    case .checkpoint(let checkpoint):
      let (policy, snapshot) = (checkpoint.policy, checkpoint.snapshot)
      guard let segment = Segment(policy: policy, snapshot: snapshot, at: checkpoint.at) else {
        throw StoreError(.malformed, "the numbers \"\(policy)\" are not known to this version")
      }
      if let objection = segment.objection { throw StoreError(.malformed, objection) }
      segments.append(segment)
    case .entry(let entry):
      guard let last = segments.indices.last else {
        throw StoreError(.malformed, "a journal begins with a checkpoint, not with an entry")
      }
      let record = RecordedDecision(at: entry.at, event: entry.event, decisions: entry.decisions)
      if let objection = segments[last].objection(to: record) {
        throw StoreError(.malformed, objection)
      }
      segments[last].entries.append(Entry(line: line, record: record))
    }
  }
}
