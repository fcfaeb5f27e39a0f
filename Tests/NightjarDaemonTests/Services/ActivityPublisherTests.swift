// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import NightjarStore
import NightjarSystem
import NightjarWire
import Testing

@testable import NightjarDaemon

/// A history as it was before a restart.
private final class Memory: ArchivePort {
  var history: [HistoryEntry] = []

  func readHistory(
    app: AppIdentifier?,
    limit: Int,
    completion: @escaping ([HistoryEntry]) -> Void
  ) {
    completion(history)
  }

  func readLog(app: AppIdentifier?, limit: Int, completion: @escaping ([LogRecord]) -> Void) {
    completion([])
  }

  func readJournal(
    after place: Int64,
    completion: @escaping (Result<JournalPage, StoreError>) -> Void
  ) {
    completion(.success(JournalPage()))
  }
}

@Suite(.timeLimit(.minutes(1))) struct `What the user watches` {
  private let bench = ShellBench()
  private let archive = Memory()
  private let loop: EventLoop
  private let publisher: ActivityPublisher
  private let process = ShellBench.process(1)

  init() throws {
    loop = try EventLoop()
    publisher = try ActivityPublisher(shell: bench.shell, archive: archive, on: loop)
    bench.shell.onHandled = { [publisher] event, effects, _ in
      publisher.noteHandled(event, effects)
    }
  }

  /// Starts a continued task in front; returns its run.
  private func start(_ task: String = "a") throws -> RunNumber {
    bench.attach(process)
    bench.shell.happen(.appEnteredForeground(ShellBench.app, process))
    var request = TaskRequest(
      key: RequestKey(app: ShellBench.app, task: TaskIdentifier(task)),
      kind: .continued
    )
    request.continued = ContinuedDetails(title: "Exporting", subtitle: "12 albums")
    bench.shell.happen(.submitted(request, bench.shell.expect { _ in }))
    bench.store.commitAll()
    return try #require(bench.shell.engine.statuses(of: nil, at: bench.now).first?.run)
  }

  private func report(_ run: RunNumber, _ completed: Int64) {
    let progress = TaskProgress(
      completed: completed,
      total: 1000,
      millionths: Int(completed) * 1000
    )
    bench.shell.happen(.progressReported(run, progress))
  }

  @Test func `a running task has its title and how far it is`() throws {
    let run = try start()
    #expect(publisher.items.first?.fraction == nil)
    report(run, 250)
    let item = try #require(publisher.items.first)
    #expect(publisher.items.count == 1)
    #expect([item.title, item.subtitle, item.state] == ["Exporting", "12 albums", "running"])
    #expect(item.completed == 250)
    #expect(item.total == 1000)
    #expect(item.fraction == 0.25)
  }

  @Test func `a task whose app dies has crashed where it was, and is not done`() throws {
    let run = try start()
    report(run, 999)
    bench.shell.happen(.appExited(ShellBench.app, process, .signaled(9)))
    bench.store.commitAll()
    let item = try #require(publisher.items.first)
    #expect(publisher.items.count == 1)
    #expect(item.state == "crashed")
    #expect(item.outcome == "crashed")
    #expect(item.title == "Exporting")
    #expect(item.fraction == 0.999)
  }

  @Test func `what ended before a restart is still known, for a minute`() throws {
    let entry = HistoryEntry(
      run: RunNumber(rawValue: 7),
      key: RequestKey(app: ShellBench.app, task: TaskIdentifier("b")),
      kind: .continued,
      submittedAt: bench.wall,
      startedAt: bench.wall,
      endedAt: bench.wall,
      outcome: .success,
      expiration: nil,
      isSimulated: false
    )
    archive.history = [entry]
    let later = try ActivityPublisher(shell: bench.shell, archive: archive, on: loop)
    #expect(later.items.map(\.state) == ["completed"])
    bench.now = bench.now + .seconds(61)
    #expect(later.items.isEmpty)
  }

  @Test func `a thousand reports a second are published a few times, the last one too`() throws {
    let run = try start()
    var published: [Double?] = []
    _ = publisher.add { published.append($0.first?.fraction) }
    var count: Int64 = 0
    var ticker: LoopTimer?
    let began = Clocks.boot
    let end = try LoopTimer(on: loop) { [loop] in loop.stop() }
    ticker = try LoopTimer(on: loop) {
      guard count < 1000 else { return end.arm(at: Clocks.boot + 600_000_000) }
      count += 1
      report(run, count)
      ticker?.arm(at: began + count * 1_000_000)
    }
    ticker?.arm(at: began)
    try loop.run()
    let seconds = Double(Clocks.boot - began) / 1e9
    #expect(published.last == 1.0)
    #expect(published.count >= 3)
    #expect(Double(published.count) <= 4 * seconds + 2)
  }

  @Test func `nothing is worked out while nobody shows anything`() throws {
    let run = try start()
    var published = 0
    let sink = publisher.add { _ in published += 1 }
    publisher.remove(sink)
    report(run, 1)
    let end = try LoopTimer(on: loop) { [loop] in loop.stop() }
    end.arm(at: Clocks.boot + 300_000_000)
    try loop.run()
    #expect(published == 0)
  }
}
