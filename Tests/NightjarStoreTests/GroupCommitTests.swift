// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Dispatch
import NightjarModel
import NightjarSQLite
import NightjarStore
import Synchronization
import Testing

struct GroupCommitTests {
  @Test func `64 batches that wait for a commit share the next one`() throws {
    let folder = try TemporaryFolder()
    let files = try FaultyFileSystem(name: "group")
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(folder.path, options: options)
    try open.write(Samples.saved(1, task: "1"))

    let isReached = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let isFirst = Mutex(true)
    files.set { operation, _ in
      guard operation == .sync,
        isFirst.withLock({ first in
          let was = first
          first = false
          return was
        })
      else { return }
      isReached.signal()
      mayGoOn.wait()
    }
    let blocked = open.start(Samples.saved(2, task: "2"))
    isReached.wait()
    let before = files.count(of: .sync)
    let waiting = (3...66).map { open.start(Samples.saved($0, task: "\($0)")) }
    mayGoOn.signal()
    #expect(try open.wait(for: blocked) == .committed)
    for box in waiting {
      #expect(try open.wait(for: box) == .committed)
    }
    // One is the blocked commit's own.
    #expect(files.count(of: .sync) - before == 2)
    files.set(hook: nil)
    open.store.close()
    #expect(try OpenStore(folder.path).state.pending.count == 66)
  }

  @Test func `what need not be durable is not forced to the disk`() throws {
    let folder = try TemporaryFolder()
    let files = try FaultyFileSystem(name: "lazy")
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(folder.path, options: options)
    let run = Samples.run(1, of: Samples.pending(1))
    try open.write(Batch(changes: [.runStarted(run)]))
    try open.write(Samples.line("first"))
    // A read waits for the lines, which are written after their batch is reported.
    #expect(try open.log().count == 1)
    let before = files.count(of: .sync)
    try open.write(Samples.line("second"))
    try open.write(Batch(changes: [.runEnded(Samples.ended(run)), .appSaved(Samples.record)]))
    try open.write(Batch(settings: [Setting(name: "a", value: "b")]))
    #expect(try open.history().count == 1)
    #expect(files.count(of: .sync) == before)
    try open.write(Batch(settings: [Setting(name: "a", value: "c")], isDurable: true))
    #expect(files.count(of: .sync) == before + 1)
  }

  @Test func `completions come in the order of the batches`() throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    let seen = Box<[Int64]>()
    let last = Box<Bool>()
    for number in Int64(1)...200 {
      let batch = number.isMultiple(of: 3) ? Samples.line("x") : Samples.saved(number)
      open.store.write(batch) { _ in
        seen.value = (seen.value ?? []) + [number]
        if number == 200 { last.value = true }
      }
    }
    #expect(try open.wait(for: last))
    #expect(seen.value == Array(1...200))
  }

  @Test func `the rings stay bounded`() throws {
    let folder = try TemporaryFolder()
    var options = Store.Options()
    options.historyLimit = 50
    options.logLimit = 100
    for round in 0..<2 {
      let open = try OpenStore(folder.path, options: options)
      for number in 1...500 {
        let run = Samples.run(Int64(round * 500 + number), of: Samples.pending(1))
        open.store.write(Batch(changes: [.runEnded(Samples.ended(run))]))
        open.store.write(Samples.line("\(round) \(number)"))
      }
      let history = try open.history()
      let log = try open.log()
      #expect((50...55).contains(history.count))
      #expect(history.last?.run.rawValue == Int64(round * 500 + 500))
      #expect((100...110).contains(log.count))
      #expect(log.last?.message == "\(round) 500")
      open.store.close()
    }
  }
}
