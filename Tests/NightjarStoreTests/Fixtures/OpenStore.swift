// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarStore
import NightjarSystem
import Synchronization
import Testing

/// A store and the loop that its completions are called on, both driven by the test's thread.
final class OpenStore {
  let store: Store
  let state: StoredState
  let notices: [DatabaseFile.Notice]
  private let loop: EventLoop

  init(_ path: String, options: Store.Options = Store.Options()) throws {
    loop = try EventLoop()
    let opened = try Store.open(
      in: try StateDirectory(path: path),
      poster: loop.poster,
      options: options
    )
    store = opened.store
    state = opened.state
    notices = opened.notices
  }

  /// Turns the loop until a value is there; the test fails after a minute without one.
  func wait<Value: Sendable>(for box: Box<Value>) throws -> Value {
    let end = Clocks.boot + 60_000_000_000
    while Clocks.boot < end {
      if let value = box.value { return value }
      try loop.turn(timeoutMilliseconds: 1000)
    }
    return try #require(box.value, "nothing was reported within a minute")
  }

  func start(_ batch: Batch) -> Box<WriteOutcome> {
    let box = Box<WriteOutcome>()
    store.write(batch) { box.value = $0 }
    return box
  }

  @discardableResult
  func write(_ batch: Batch) throws -> WriteOutcome { try wait(for: start(batch)) }

  func history(_ app: AppIdentifier? = nil, limit: Int = 100_000) throws -> [HistoryEntry] {
    let box = Box<Result<[HistoryEntry], StoreError>>()
    store.readHistory(app: app, limit: limit) { box.value = $0 }
    return try wait(for: box).get()
  }

  func log(_ app: AppIdentifier? = nil, limit: Int = 100_000) throws -> [LogRecord] {
    let box = Box<Result<[LogRecord], StoreError>>()
    store.readLog(app: app, limit: limit) { box.value = $0 }
    return try wait(for: box).get()
  }

  func journal() throws -> [JournalItem] {
    let box = Box<Result<[String], StoreError>>()
    store.readJournal { box.value = $0 }
    return try wait(for: box).get().map { try JournalLine.decode($0) }
  }
}

extension OpenStore {
  /// Some lines of the journal.
  func journalPage(after place: Int64, bytes: Int) throws -> JournalPage {
    let box = Box<Result<JournalPage, StoreError>>()
    store.readJournal(after: place, bytes: bytes) { box.value = $0 }
    return try wait(for: box).get()
  }
}

/// A value that another thread brings.
final class Box<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  var value: Value? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
