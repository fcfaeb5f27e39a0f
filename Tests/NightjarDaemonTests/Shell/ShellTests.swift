// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

@testable import NightjarDaemon

@Suite
struct ShellTests {
  @Test
  func `nobody learns of a submission before it is on disk`() {
    let bench = ShellBench()
    bench.submit("a", .refresh)
    #expect(bench.takeDone() == [])
    bench.store.commitNext()
    #expect(bench.takeDone() == ["answer accepted", "launch"])
  }

  @Test
  func `what needs no disk does not overtake what does`() {
    let bench = ShellBench()
    bench.submit("a", .refresh)
    bench.submit("unlisted")
    #expect(bench.takeDone() == [], "a refusal needs no disk, but it was decided second")
    bench.store.commitNext()
    #expect(bench.takeDone() == ["answer accepted", "launch", "answer refused"])
  }

  @Test
  func `a task is handed over only when its start is on disk`() {
    let bench = ShellBench()
    bench.submit("a", .refresh)
    bench.store.commitAll()
    _ = bench.takeDone()
    bench.attach(ShellBench.process(1))
    #expect(bench.takeDone() == [])
    bench.store.commitAll()
    #expect(bench.takeDone() == ["deliver a"])
    #expect(bench.store.pending.isEmpty && bench.store.runs.count == 1)
  }

  @Test
  func `a submission that cannot be written is refused, and is not pending`() {
    let bench = ShellBench()
    bench.store.isFull = { $0 == 1 }
    bench.submit("a", floor: .init(nanoseconds: .max))
    bench.submit("b", floor: .init(nanoseconds: .max))
    bench.store.commitAll()
    #expect(bench.takeDone() == ["answer notSaved", "answer notSaved"])
    #expect(bench.shell.engine.pendingCount == 0)
    bench.submit("b", floor: .init(nanoseconds: .max))
    bench.store.commitAll()
    #expect(bench.takeDone() == ["answer accepted"])
    #expect(bench.store.pending.count == 1)
  }

  @Test
  func `late reports of a failure do not fail what was decided since`() {
    let bench = ShellBench()
    bench.store.isFull = { $0 == 1 }
    bench.submit("a", floor: .init(nanoseconds: .max))
    bench.submit("b", floor: .init(nanoseconds: .max))
    bench.store.commitNext()
    bench.submit("c", floor: .init(nanoseconds: .max))
    bench.store.commitAll()
    #expect(
      bench.takeDone() == ["answer notSaved", "answer notSaved", "answer accepted"]
    )
    #expect(bench.shell.engine.pendingCount == 1)
    #expect(bench.store.pending.keys.map(\.task.rawValue) == ["c"])
  }

  @Test
  func `a cancellation that cannot be written leaves the request pending`() {
    let bench = ShellBench()
    bench.submit("a", floor: .init(nanoseconds: .max))
    bench.store.commitAll()
    bench.store.isFull = { $0 == 2 }
    bench.cancel("a")
    bench.store.commitAll()
    #expect(bench.takeDone() == ["answer accepted", "answer notSaved"])
    #expect(
      bench.shell.engine.pending(of: ShellBench.app).map(\.request.key.task.rawValue) == ["a"]
    )
  }

  @Test
  func `a start that cannot be written hands nothing over and is tried again`() {
    let bench = ShellBench()
    bench.submit("a", .refresh)
    bench.store.commitAll()
    bench.store.isFull = { $0 == 2 }
    bench.attach(ShellBench.process(1))
    bench.store.commitAll()
    #expect(!bench.takeDone().contains("deliver a"))
    #expect(bench.shell.engine.runningCount == 0)
    bench.now = bench.now + bench.shell.engine.policy.storageDelay
    bench.shell.happen(.timePassed)
    bench.store.commitAll()
    #expect(bench.takeDone().contains("deliver a"))
  }

  @Test
  func `a launch that fails is told to the engine, in words`() throws {
    let bench = ShellBench()
    bench.launchError = "the executable is not there"
    var lines: [LogLine] = []
    bench.shell.onHandled = { _, effects, _ in
      for case .log(let line) in effects { lines.append(line) }
    }
    bench.submit("a", .refresh)
    bench.store.commitAll()
    #expect(lines == [.launchFailed(ShellBench.app, why: "the executable is not there")])
    let status = try #require(bench.shell.engine.statuses(of: nil, at: bench.now).first)
    #expect(status.reasons.map(\.name) == ["launchFailed"])
  }

  @Test
  func `what an answer leads to waits until all effects of its event are performed`() {
    let bench = ShellBench()
    bench.submit("a", .refresh) { _ in
      bench.submit("unlisted")
      bench.note("back in the answer")
    }
    bench.store.commitAll()
    #expect(
      bench.takeDone() == ["answer accepted", "back in the answer", "launch", "answer refused"]
    )
  }

  @Test
  func `who waits for an event to be handled is told when it is, even inside an answer`() {
    let bench = ShellBench()
    let other = AppFacts(identifier: AppIdentifier("org.example.other"), executable: "/bin/other")
    bench.submit("a", floor: .init(nanoseconds: .max)) { _ in
      bench.shell.happen(
        .appInstalled(other),
        whenHandled: {
          bench.note("known \(bench.shell.engine.overview(of: other.identifier) != nil)")
        }
      )
      bench.note("posted")
    }
    bench.store.commitAll()
    #expect(bench.takeDone() == ["answer accepted", "posted", "known true"])
  }

  @Test
  func `a completion is acknowledged when the end of the run is written`() throws {
    let bench = ShellBench()
    bench.submit("a", .refresh)
    bench.store.commitAll()
    bench.attach(ShellBench.process(1))
    bench.store.commitAll()
    let number = try #require(bench.store.runs.keys.first)
    _ = bench.takeDone()
    bench.shell.happen(.runCompleted(number, success: true), whenWritten: { bench.note("told") })
    #expect(bench.takeDone() == [])
    bench.store.commitAll()
    #expect(bench.takeDone() == ["told"])
    #expect(bench.store.runs.isEmpty)
  }

  @Test
  func `the first event after a sleep finds the turns of the apps laid out`() {
    let bench = ShellBench()
    let floor = WallTime(nanoseconds: bench.now.nanoseconds + 5_000_000_000)
    bench.submit("b", .refresh, floor: floor)
    bench.store.commitAll()
    bench.now = Instant(nanoseconds: bench.now.nanoseconds + 3_600_000_000_000)
    bench.isJustAwake = true
    var handled: [Event] = []
    bench.shell.onHandled = { event, _, _ in handled.append(event) }
    bench.shell.happen(.timePassed)
    #expect(handled == [.deviceResumed(seed: 0), .timePassed])
    let wake = bench.wakeAt.nanoseconds - bench.now.nanoseconds
    #expect(wake > 0 && wake < 60_000_000_000)
  }

  @Test
  func `settings are written in their turn`() {
    let bench = ShellBench()
    bench.submit("a", floor: .init(nanoseconds: .max))
    bench.shell.save([]) { bench.note("saved \($0)") }
    bench.store.isFull = { $0 == 1 }
    bench.store.commitAll()
    #expect(bench.takeDone() == ["answer notSaved", "saved false"])
  }
}
