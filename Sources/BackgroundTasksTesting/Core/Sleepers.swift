// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The code that sleeps on a device's clock.
struct Sleepers {
  struct Sleeper {
    let number: Int
    let until: Instant
    let run: RunNumber?
    let wake: CheckedContinuation<Void, any Error>
  }

  private var sleepers: [Sleeper] = []
  private var last = 0

  /// A number for the next one that goes to sleep.
  mutating func newNumber() -> Int {
    last += 1
    return last
  }

  mutating func add(_ sleeper: Sleeper) { sleepers.append(sleeper) }

  /// The next moment at which one wakes up.
  var next: Instant { sleepers.map(\.until).min() ?? .distantFuture }

  func contains(_ run: RunNumber) -> Bool { sleepers.contains { $0.run == run } }

  mutating func take(_ number: Int) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return nil }
    return sleepers.remove(at: index)
  }

  /// Takes those out that wake up by a moment, in the order of their moments.
  mutating func takeDue(by now: Instant) -> [Sleeper] {
    let due = sleepers.filter { $0.until <= now }.sorted {
      ($0.until, $0.number) < ($1.until, $1.number)
    }
    sleepers.removeAll { $0.until <= now }
    return due
  }
}
