// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The code that sleeps on a device's clock.
struct Sleepers {
  struct Sleeper {
    let number: Int
    var until: Instant
    let run: RunNumber?

    /// Which of Swift's tasks it is.
    let task: Int?
    let wake: CheckedContinuation<Void, any Error>
  }

  private var sleepers: [Sleeper] = []
  private var last = 0

  /// Those that were woken and have not had a thread.
  var waking: Set<Int> = []

  /// A number for the next one that goes to sleep.
  mutating func newNumber() -> Int {
    last += 1
    return last
  }

  mutating func add(_ sleeper: Sleeper) { sleepers.append(sleeper) }

  /// The next moment at which one wakes up.
  var next: Instant { sleepers.map(\.until).min() ?? .distantFuture }

  func contains(_ run: RunNumber) -> Bool { sleepers.contains { $0.run == run } }

  var isEmpty: Bool { sleepers.isEmpty }

  func containsTask(_ task: Int?) -> Bool { sleepers.contains { $0.task == task } }

  mutating func take(_ number: Int) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return nil }
    return sleepers.remove(at: index)
  }

  /// Takes the first one out that wakes up by a moment.
  mutating func takeDue(by now: Instant) -> Sleeper? {
    let first = sleepers.indices.min {
      (sleepers[$0].until, sleepers[$0].number) < (sleepers[$1].until, sleepers[$1].number)
    }
    guard let first, sleepers[first].until <= now else { return nil }
    waking.insert(sleepers[first].number)
    return sleepers.remove(at: first)
  }

  /// Takes all out, whenever they would wake up.
  mutating func takeAll() -> [Sleeper] {
    defer { sleepers = [] }
    return sleepers
  }

  /// Lets those sleep on that sleep for certain runs.
  mutating func abandon(_ isAbandoned: (RunNumber) -> Bool) {
    for index in sleepers.indices where sleepers[index].run.map(isAbandoned) == true {
      sleepers[index].until = .distantFuture
    }
  }
}
