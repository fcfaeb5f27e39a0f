// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarStore
import Testing

struct StoreTests {
  @Test func `what was written is there after the store is opened again`() throws {
    let folder = try TemporaryFolder()
    let run = Samples.run(3, of: Samples.pending(5, task: "consumed"))
    let crash = CrashRecord(key: Samples.key("refresh"), crashes: 2, isQuarantined: true)
    let first = try OpenStore(folder.path)
    #expect(first.state == StoredState())
    #expect(first.notices.isEmpty)
    let outcome = try first.write(
      Batch(
        changes: [
          .appSaved(Samples.record),
          .requestSaved(Samples.pending(4), replacing: nil),
          .requestSaved(Samples.pending(5, task: "consumed"), replacing: nil),
          .requestSaved(Samples.continued, replacing: nil),
          .requestSaved(Samples.health, replacing: nil),
          .runStarted(run),
          .crashesCounted(crash),
        ],
        settings: [Setting(name: "preset", value: "mains"), Setting(name: "gone", value: nil)]
      )
    )
    #expect(outcome == .committed)
    first.store.close()

    let second = try OpenStore(folder.path)
    #expect(second.notices.isEmpty)
    #expect(second.state.apps == [Samples.record])
    #expect(
      Set(second.state.pending) == [Samples.pending(4), Samples.continued, Samples.health]
    )
    #expect(second.state.runs == [RunRecord(run: run)])
    #expect(second.state.crashes == [crash])
    #expect(second.state.settings == ["preset": "mains"])
    #expect(second.state.lastSubmission.rawValue == 10)
    #expect(second.state.lastRun.rawValue == 3)
    #expect(second.state.isSameBoot)
  }

  @Test func `another boot is noticed until something is written in it`() throws {
    let folder = try TemporaryFolder()
    var options = Store.Options()
    options.boot = "one"
    let first = try OpenStore(folder.path, options: options)
    #expect(!first.state.isSameBoot)
    try first.write(Samples.saved(1))
    first.store.close()
    options.boot = "two"
    try OpenStore(folder.path, options: options).store.close()
    let third = try OpenStore(folder.path, options: options)
    #expect(!third.state.isSameBoot)
    try third.write(Samples.saved(2))
    third.store.close()
    #expect(try OpenStore(folder.path, options: options).state.isSameBoot)
  }

  @Test func `a request of the same app and task takes the place of the older`() throws {
    let folder = try TemporaryFolder()
    let first = try OpenStore(folder.path)
    try first.write(Samples.saved(1))
    try first.write(
      Batch(changes: [.requestSaved(Samples.pending(2), replacing: Samples.pending(1))])
    )
    // What comes late for the older one must not touch the newer.
    try first.write(Batch(changes: [.requestRemoved(Samples.pending(1), .cancelled)]))
    first.store.close()
    #expect(try OpenStore(folder.path).state.pending == [Samples.pending(2)])
  }

  @Test func `no number is given twice though the rows that had it are gone`() throws {
    let folder = try TemporaryFolder()
    let first = try OpenStore(folder.path)
    let pending = Samples.pending(8)
    let run = Samples.run(6, of: pending)
    try first.write(Batch(changes: [.requestSaved(pending, replacing: nil)]))
    try first.write(Batch(changes: [.runStarted(run)]))
    try first.write(Batch(changes: [.runEnded(Samples.ended(run))]))
    try first.write(Samples.saved(11))
    try first.write(Batch(changes: [.appRemoved(Samples.app)]))
    first.store.close()
    let second = try OpenStore(folder.path)
    #expect(second.state.pending.isEmpty)
    #expect(second.state.runs.isEmpty)
    #expect(second.state.lastSubmission.rawValue == 11)
    #expect(second.state.lastRun.rawValue == 6)
  }

  @Test func `removing an app removes what it had and nobody else's`() throws {
    let folder = try TemporaryFolder()
    let other = AppIdentifier("org.example.other")
    let first = try OpenStore(folder.path)
    let crash = CrashRecord(key: Samples.key("refresh"), crashes: 1, isQuarantined: false)
    try first.write(
      Batch(changes: [
        .appSaved(Samples.record), .crashesCounted(crash),
        .requestSaved(Samples.pending(1), replacing: nil),
        .requestSaved(Samples.pending(2, app: other), replacing: nil),
        .runStarted(Samples.run(1, of: Samples.pending(3, task: "x"))),
        .appRemoved(Samples.app),
      ])
    )
    first.store.close()
    let state = try OpenStore(folder.path).state
    #expect(state.apps.isEmpty && state.crashes.isEmpty && state.runs.isEmpty)
    #expect(state.pending == [Samples.pending(2, app: other)])
  }

  @Test func `history and log are read newest last, and by app`() throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    let runs = (1...3).map { Samples.run($0, of: Samples.pending($0)) }
    for run in runs {
      try open.write(Batch(changes: [.runStarted(run), .runEnded(Samples.ended(run))]))
    }
    try open.write(Samples.line("one"))
    try open.write(Samples.line("two"))
    #expect(try open.history(limit: 2) == runs.dropFirst().map { Samples.ended($0) })
    #expect(try open.history(AppIdentifier("other")).isEmpty)
    #expect(try open.log(Samples.app).map(\.message) == ["one", "two"])
    #expect(try open.log(limit: 1).map(\.message) == ["two"])
  }

  @Test func `a closed store refuses`() throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    open.store.close()
    let outcome = try open.write(Samples.saved(1))
    guard case .failed(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(error.code == .closed)
    #expect(throws: StoreError.self) { try open.history() }
  }
}
