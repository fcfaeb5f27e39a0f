// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The effects that wait for the disk, first in, first out.
///
/// Each event adds a group. A group whose changes must be durable opens when they are; one that
/// needs nothing is open at once, but never overtakes the groups before it. So nobody learns of a
/// change before it is safe, and effects keep the order in which they were decided.
struct EffectQueue {
  struct Group {
    let number: Int
    let effects: [Effect]

    /// The changes that must be taken back if they could not be written, in order.
    let changes: [StateChange]

    /// Told, once it is the group's turn, whether all was written.
    let whenDone: ((_ written: Bool) -> Void)?
    var isOpen: Bool
    var hasFailed = false
  }

  private var groups: [Group] = []
  private var head = 0
  private var lastNumber = 0

  var isEmpty: Bool { head == groups.count }

  /// Adds a group.
  ///
  /// - Parameters:
  ///   - effects: What to perform when it is the group's turn.
  ///   - changes: What must be written before.
  ///   - isOpen: Whether the group waits for nothing.
  ///   - whenDone: Told whether all was written, when it is the group's turn.
  /// - Returns: The number under which the group is opened.
  mutating func append(
    _ effects: [Effect],
    waitingFor changes: [StateChange],
    isOpen: Bool,
    whenDone: ((_ written: Bool) -> Void)? = nil
  ) -> Int {
    lastNumber += 1
    groups.append(
      Group(
        number: lastNumber,
        effects: effects,
        changes: changes,
        whenDone: whenDone,
        isOpen: isOpen
      )
    )
    return lastNumber
  }

  /// Lets a group go as soon as it is first.
  mutating func open(_ number: Int) {
    guard let index = index(of: number) else { return }
    groups[index].isOpen = true
  }

  /// Whether a group still waits for its changes to be written.
  func isWaiting(_ number: Int) -> Bool {
    index(of: number).map { !groups[$0].isOpen } ?? false
  }

  /// Lets all waiting groups go as failed, because a commit failed and all behind it with it.
  ///
  /// - Returns: Their changes, newest first, which is the order to take them back in.
  mutating func failWaiting() -> [StateChange] {
    let waiting = groups.indices[head...].filter { !groups[$0].isOpen }
    for index in waiting {
      groups[index].isOpen = true
      groups[index].hasFailed = true
    }
    return waiting.flatMap { groups[$0].changes }.reversed()
  }

  /// Takes the first group if it is open.
  mutating func popOpen() -> Group? {
    guard head < groups.count, groups[head].isOpen else { return nil }
    let group = groups[head]
    head += 1
    dropTaken()
    return group
  }

  /// Gives back the groups that were taken, also of a queue that is never empty.
  private mutating func dropTaken() {
    if head == groups.count {
      // Room that one burst took is given back.
      groups.removeAll(keepingCapacity: groups.capacity <= 1024)
    } else if head >= 256, head > groups.count / 2 {
      groups.removeFirst(head)
    } else {
      return
    }
    head = 0
  }

  private func index(of number: Int) -> Int? {
    // Numbers rise by one from group to group.
    guard let first = groups.first else { return nil }
    let index = number - first.number
    return index >= head && index < groups.count ? index : nil
  }
}
