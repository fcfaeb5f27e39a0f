// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

@testable import NightjarDaemon

/// The disk is full at the n-th write, for every n: nobody is told what is not so, and what the
/// engine believes in the end is what the store holds.
@Suite
struct FullDiskTests {
  /// A fixed sequence of pseudo-random numbers (Knuth's MMIX constants).
  private struct Course {
    var state: UInt64

    mutating func below(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
  }

  @Test(arguments: 1...12)
  func `engine and store agree, whichever write fails`(seed: UInt64) {
    var failing = 1
    while true {
      let bench = ShellBench()
      let n = failing
      bench.store.isFull = { $0 == n }
      let answers = run(bench, seed: seed)
      check(bench, answers, "write \(n) of seed \(seed) failed")
      if bench.store.durableWrites < n { break }
      failing += 1
    }
    #expect(failing > 20)
  }

  @Test(arguments: 1...12)
  func `engine and store agree when every third write fails`(seed: UInt64) {
    let bench = ShellBench()
    bench.store.isFull = { $0 % 3 == 0 }
    check(bench, run(bench, seed: seed), "every third write of seed \(seed) failed")
  }

  private struct Answers {
    var expected = 0
    var given = 0
  }

  /// Lives through sixty events while commits come late.
  private func run(_ bench: ShellBench, seed: UInt64) -> Answers {
    var course = Course(state: seed)
    var answers = Answers()
    var process: Int32 = 0
    let tasks = ["a", "b", "c", "d"]
    for _ in 0..<60 {
      let task = tasks[Int(course.below(4))]
      switch course.below(9) {
      case 0...3:
        answers.expected += 1
        let floor = course.below(2) == 0 ? nil : bench.now.nanoseconds + 5_000_000_000
        bench.submit(task, floor: floor.map { WallTime(nanoseconds: $0) })
      case 4:
        answers.expected += 1
        bench.cancel(task)
      case 5:
        process += 1
        bench.attach(ShellBench.process(process))
      case 6:
        if let run = bench.shell.engine.snapshot().runs.first {
          bench.shell.happen(.runCompleted(run.run.number, success: true))
        }
      case 7: bench.shell.happen(.appExited(ShellBench.app, ShellBench.process(process), .unknown))
      default:
        bench.now = bench.now + .seconds(2)
        bench.shell.happen(.timePassed)
      }
      for _ in 0..<course.below(3) { bench.store.commitNext() }
    }
    bench.store.commitAll()
    answers.given = bench.done.count { $0.hasPrefix("answer") }
    return answers
  }

  private func check(_ bench: ShellBench, _ answers: Answers, _ name: Comment) {
    // What may be put off is written with the next commit that works.
    bench.store.isFull = { _ in false }
    bench.submit("a", floor: WallTime(nanoseconds: .max))
    bench.store.commitAll()
    let engine = bench.shell.engine.snapshot()
    let believed = Dictionary(uniqueKeysWithValues: engine.pending.map { ($0.request.key, $0) })
    #expect(believed == bench.store.pending, name)
    let runs = Dictionary(uniqueKeysWithValues: engine.runs.map { ($0.run.number, $0.run) })
    #expect(runs == bench.store.runs, name)
    let ended = bench.store.history.map(\.run)
    #expect(Set(ended).count == ended.count, name)
    #expect(answers.given == answers.expected, name)
  }
}
