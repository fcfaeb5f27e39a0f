// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Things that are due at instants, the earliest first; of one instant, the first that was added.
///
/// A device has few at a time, so a sorted list is quicker than a heap.
struct Agenda<Item> {
  /// The latest comes first, so that the next one is taken off the end.
  private var entries: [(at: Instant, item: Item)] = []

  /// When the next thing is due; never, if there is none.
  var next: Instant { entries.last?.at ?? .distantFuture }

  mutating func add(_ item: Item, at instant: Instant) {
    var index = entries.count
    while index > 0, entries[index - 1].at <= instant { index -= 1 }
    entries.insert((instant, item), at: index)
  }

  /// Takes the next thing that is due by an instant.
  mutating func takeNext(by instant: Instant) -> Item? {
    guard next <= instant else { return nil }
    return entries.popLast()?.item
  }

  mutating func removeAll(where isMeant: (Item) -> Bool) {
    entries.removeAll { isMeant($0.item) }
  }
}
