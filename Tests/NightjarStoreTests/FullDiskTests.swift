// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSQLite
import NightjarStore
import Testing

/// What fails, how, and under which name.
struct Fault: Sendable, CustomTestStringConvertible {
  var name: String
  var operations: Set<FaultPlan.Operation>
  var failure: FaultPlan.Failure
  var failsFromThenOn: Bool

  var testDescription: String { name }

  static let all = [
    Self(name: "one-write", operations: [.write], failure: .full, failsFromThenOn: false),
    Self(name: "all-writes", operations: [.write], failure: .full, failsFromThenOn: true),
    Self(name: "one-sync", operations: [.sync], failure: .inputOutput, failsFromThenOn: false),
    Self(name: "all-syncs", operations: [.sync], failure: .inputOutput, failsFromThenOn: true),
    Self(name: "one-open", operations: [.open], failure: .full, failsFromThenOn: false),
  ]
}

struct FullDiskTests {
  @Test(arguments: Fault.all)
  func `whatever fails first, all that was acknowledged is there and nothing else`(
    _ fault: Fault
  ) throws {
    let files = try FaultyFileSystem(name: fault.name)
    for first in 1... {
      let folder = try TemporaryFolder()
      files.set(
        FaultPlan(
          fault.operations,
          first: first,
          failsFromThenOn: fault.failsFromThenOn,
          failure: fault.failure
        )
      )
      let promised = try script(folder, files)
      let wasInjected = files.injected > 0
      files.set(nil)
      let after = try OpenStore(folder.path)
      #expect(after.notices.isEmpty)
      #expect(Set(after.state.pending.map(\.number.rawValue)) == promised, "first \(first)")
      #expect(!folder.names.contains { $0.contains("corrupt") })
      after.store.close()
      if !wasInjected { break }
    }
  }

  /// Opens, submits, cancels, starts, and returns the requests that must be pending.
  private func script(_ folder: TemporaryFolder, _ files: FaultyFileSystem) throws -> Set<Int64> {
    var options = Store.Options()
    options.fileSystem = files.name
    guard let open = try? OpenStore(folder.path, options: options) else { return [] }
    var present: Set<Int64> = []
    for number in Int64(1)...4 {
      let batch = Samples.saved(number, task: "\(number)")
      if try accepted(batch, open) { present.insert(number) }
    }
    let gone = StateChange.requestRemoved(Samples.pending(2, task: "2"), .cancelled)
    if try accepted(Batch(changes: [gone]), open) { present.remove(2) }
    let run = Samples.run(1, of: Samples.pending(3, task: "3"))
    if try accepted(Batch(changes: [.runStarted(run)]), open) { present.remove(3) }
    open.store.close()
    return present
  }

  private func accepted(_ batch: Batch, _ open: OpenStore) throws -> Bool {
    if try open.write(batch) == .committed { return true }
    open.store.acknowledgeFailure()
    return false
  }

  @Test func `facts that could not be written are written once there is room`() throws {
    let folder = try TemporaryFolder()
    let files = try FaultyFileSystem(name: "recovery")
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(folder.path, options: options)
    let run = Samples.run(1, of: Samples.pending(1))
    try open.write(Batch(changes: [.runStarted(run)]))
    files.set(FaultPlan([.write], first: 1, failsFromThenOn: true))

    let ended = Batch(
      changes: [.runEnded(Samples.ended(run)), .appSaved(Samples.record)],
      settings: [Setting(name: "a", value: "b")],
      log: Samples.line("ended").log
    )
    guard case .deferred(let error) = try open.write(ended) else {
      Issue.record("a batch of facts must be deferred")
      return
    }
    #expect(error.code == .full)
    // Deferring breaks no promise: what follows is tried, and fails by itself.
    guard case .failed = try open.write(Samples.saved(2)) else {
      Issue.record("a submit must fail on a full disk")
      return
    }
    open.store.acknowledgeFailure()
    files.set(nil)
    #expect(try open.write(Samples.saved(3)) == .committed)
    #expect(try open.history() == [Samples.ended(run)])
    #expect(try open.log().map(\.message) == ["ended"])
    open.store.close()

    let after = try OpenStore(folder.path)
    #expect(after.state.runs.isEmpty)
    #expect(after.state.apps == [Samples.record])
    #expect(after.state.settings == ["a": "b"])
    #expect(after.state.pending == [Samples.pending(3)])
  }

  @Test func `of facts that wait for room the latest stands`() throws {
    let folder = try TemporaryFolder()
    let files = try FaultyFileSystem(name: "latest")
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(folder.path, options: options)
    let other = AppIdentifier("org.example.other")
    let crash = CrashRecord(key: Samples.key("refresh"), crashes: 1, isQuarantined: false)
    try open.write(Batch(changes: [.appSaved(Samples.record), .crashesCounted(crash)]))
    files.set(FaultPlan([.write], first: 1, failsFromThenOn: true))
    var record = Samples.record
    for failures in 1...50 {
      record.launchFailures = failures
      let old = AppRecord(facts: AppFacts(identifier: other))
      let changes: [StateChange] = [
        .appSaved(old), .appSaved(record), .appRemoved(Samples.app), .appSaved(record),
        .appRemoved(other),
      ]
      let setting = Setting(name: "count", value: "\(failures)")
      try open.write(Batch(changes: changes, settings: [setting]))
    }
    files.set(nil)
    #expect(try open.write(Samples.saved(1, task: "1")) == .committed)
    open.store.close()
    let after = try OpenStore(folder.path).state
    #expect(after.apps == [record])
    #expect(after.crashes.isEmpty)
    #expect(after.settings == ["count": "50"])
  }

  @Test func `what is queued behind a failure fails until it is acknowledged`() throws {
    let folder = try TemporaryFolder()
    let files = try FaultyFileSystem(name: "behind")
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(folder.path, options: options)
    try open.write(Samples.saved(1, task: "1"))
    files.set(FaultPlan([.sync], first: 1, failsFromThenOn: false, failure: .inputOutput))
    let first = open.start(Samples.saved(2, task: "2"))
    let second = open.start(Samples.saved(3, task: "3"))
    guard case .failed = try open.wait(for: first), case .failed = try open.wait(for: second) else {
      Issue.record("both must fail")
      return
    }
    // The disk works again, and still nothing may be written that rests on what failed.
    let third = try open.write(
      Batch(changes: [
        .requestSaved(Samples.pending(4, task: "4"), replacing: nil), .appSaved(Samples.record),
      ])
    )
    guard case .failed = third else {
      Issue.record("a batch before the acknowledgement must fail")
      return
    }
    open.store.acknowledgeFailure()
    #expect(try open.write(Samples.saved(5, task: "5")) == .committed)
    open.store.close()
    let after = try OpenStore(folder.path).state
    #expect(after.pending.map(\.number.rawValue).sorted() == [1, 5])
    #expect(after.apps == [Samples.record])
  }

  @Test func `a commit whose forcing failed does not come back after a crash`() throws {
    let folder = try TemporaryFolder()
    let files = try FaultyFileSystem(name: "sealed")
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(folder.path, options: options)
    try open.write(Samples.saved(1, task: "1"))
    files.set(FaultPlan([.sync], first: 1, failsFromThenOn: false, failure: .inputOutput))
    guard case .failed = try open.write(Samples.saved(2, task: "2")) else {
      Issue.record("it must fail")
      return
    }
    // What a crash would leave: the files as they are now.
    let crashed = try TemporaryFolder()
    for name in ["state.sqlite", "state.sqlite-wal"] {
      try crashed.write(folder.bytes(name), to: name)
    }
    let state = try OpenStore(crashed.path).state
    #expect(state.pending.map(\.number.rawValue) == [1])
  }

  @Test func `a hole in the journal ends the segment`() throws {
    let folder = try TemporaryFolder()
    let files = try FaultyFileSystem(name: "hole")
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(folder.path, options: options)
    let whole = [JournalSamples.checkpoint(at: 1), JournalSamples.entry(.timePassed)]
    try open.write(Batch(journal: whole))
    #expect(try open.journal() == whole)
    files.set(FaultPlan([.write], first: 1, failsFromThenOn: true))
    try open.write(Batch(journal: [JournalSamples.entry(.saveFailed([]))]))
    #expect(try open.journal() == whole)
    files.set(nil)
    try open.write(Batch(journal: [JournalSamples.entry(.timePassed)]))
    #expect(try open.journal() == whole)
    #expect(open.store.wantsCheckpoint(pendingCount: 0))
    try open.write(Batch(journal: whole))
    #expect(try open.journal() == whole + whole)
    #expect(!open.store.wantsCheckpoint(pendingCount: 0))
  }
}
