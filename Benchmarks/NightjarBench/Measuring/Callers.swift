// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSystem
internal import Synchronization

/// Several threads that do the same thing again and again.
final class Callers: Sendable {
  /// What one caller does, made on its own thread; the number counts from 0.
  typealias Maker = @Sendable (_ number: Int) throws -> () throws -> Void

  private struct Tally {
    var done = 0
    var error: (any Error)?
  }

  private let tally = Mutex(Tally())
  private let end = Atomic<Int64>(0)
  private let ready = DispatchGroup()
  private let finished = DispatchGroup()
  private let start = DispatchSemaphore(value: 0)

  private init() {}

  /// Counts how often a thing is done.
  ///
  /// - Parameters:
  ///   - count: How many threads do it.
  ///   - seconds: For how long.
  ///   - make: Makes what each of them does.
  /// - Returns: How often it was done in a second, by all threads together.
  /// - Throws: The first error of any thread.
  static func rate(_ count: Int, seconds: Double, _ make: @escaping Maker) throws -> Double {
    let callers = Callers()
    for number in 0..<count {
      callers.ready.enter()
      callers.finished.enter()
      Thread.detachNewThread { callers.run(number, make) }
    }
    callers.ready.wait()
    let began = Clocks.boot
    callers.end.store(began + Int64(seconds * 1e9), ordering: .releasing)
    for _ in 0..<count { callers.start.signal() }
    callers.finished.wait()
    let took = Double(Clocks.boot - began) / 1e9
    let (done, error) = callers.tally.withLock { ($0.done, $0.error) }
    if let error { throw error }
    return Double(done) / took
  }

  private func run(_ number: Int, _ make: Maker) {
    defer { finished.leave() }
    let work: () throws -> Void
    do {
      work = try make(number)
      // Once before the clock runs, so that nobody pays for what is only done the first time.
      try work()
    } catch {
      note(error)
      ready.leave()
      return
    }
    ready.leave()
    start.wait()
    let end = end.load(ordering: .acquiring)
    var done = 0
    do {
      while Clocks.boot < end {
        try work()
        done += 1
      }
    } catch {
      note(error)
    }
    tally.withLock { $0.done += done }
  }

  private func note(_ error: any Error) {
    tally.withLock { $0.error = $0.error ?? error }
  }
}
