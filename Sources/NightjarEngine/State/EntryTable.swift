// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The pending requests of all apps, and for each class a queue in the order of eligibility.
///
/// Removing a request leaves its ticket in the queue; a ticket whose request is gone or elsewhere is
/// skipped when it comes up, and a queue that is mostly such tickets is built anew.
struct EntryTable {
  /// A request's place in the queue of its class.
  struct QueueTicket: Comparable {
    /// When the request became eligible, or will.
    let eligible: WallTime
    let number: SubmissionNumber
    let slot: Int32

    static func < (left: Self, right: Self) -> Bool {
      (left.eligible, left.number) < (right.eligible, right.number)
    }
  }

  private var entries: [Entry?] = []
  private var free: [Int32] = []
  private var queues = [Heap<QueueTicket>](repeating: Heap(), count: RequestClass.all.count)
  private var queued = [Int](repeating: 0, count: RequestClass.all.count)

  /// How many requests are pending.
  private(set) var count = 0

  /// How many pending requests are of each class, whatever their place.
  private(set) var population = [Int](repeating: 0, count: RequestClass.all.count)

  subscript(slot: Int32) -> Entry? { entries[Int(slot)] }

  /// Takes a request in without queueing it.
  mutating func insert(_ entry: Entry) -> Int32 {
    count += 1
    population[entry.requestClass.index] += 1
    var entry = entry
    entry.place = .held
    if let slot = free.popLast() {
      entries[Int(slot)] = entry
      return slot
    }
    entries.append(entry)
    return Int32(entries.count - 1)
  }

  /// Takes a request out, wherever it is.
  mutating func remove(_ slot: Int32) {
    guard let entry = entries[Int(slot)] else { return }
    leaveQueue(entry)
    entries[Int(slot)] = nil
    free.append(slot)
    count -= 1
    population[entry.requestClass.index] -= 1
  }

  /// Puts a request into the queue of its class.
  ///
  /// A submission date ahead of the clock, left behind when the clock was set back, does not make
  /// the request wait: only its floor may.
  mutating func enqueue(_ slot: Int32, now: WallTime) {
    guard var entry = entries[Int(slot)], entry.place != .queued else { return }
    entry.place = .queued
    entries[Int(slot)] = entry
    let index = entry.requestClass.index
    queued[index] += 1
    queues[index].insert(Self.ticket(entry, slot: slot, now: now))
    // Tickets of requests that left pile up only when requests are replaced again and again.
    if queues[index].count > 2 * queued[index] + 64 { rebuild(index, now: now) }
  }

  /// Takes a request out of its queue without forgetting it.
  mutating func hold(_ slot: Int32) { move(slot, to: .held) }

  /// The places of all pending requests.
  var slots: [Int32] { entries.indices.filter { entries[$0] != nil }.map { Int32($0) } }

  /// Marks a request as being launched.
  mutating func beginLaunch(_ slot: Int32, simulated: Bool) {
    move(slot, to: .launching(simulated: simulated))
  }

  /// Remembers when a request is to be tried again, or that it may be tried at once.
  mutating func setRetry(_ slot: Int32, at instant: Instant?) {
    entries[Int(slot)]?.retryAt = instant
  }

  /// The request of a class that became eligible first, or will.
  ///
  /// - Complexity: O(log *n*) for each stale ticket that is met.
  mutating func first(of requestClass: RequestClass) -> (ticket: QueueTicket, entry: Entry)? {
    let index = requestClass.index
    while let ticket = queues[index].first {
      if let entry = current(ticket) { return (ticket, entry) }
      queues[index].popFirst()
    }
    return nil
  }

  /// Builds all queues anew, after the clock was set back.
  ///
  /// - Complexity: O(*n*); nothing else touches requests that an event does not concern.
  mutating func rebuildQueues(now: WallTime) {
    for index in queues.indices {
      rebuild(index, now: now)
    }
  }

  private mutating func rebuild(_ index: Int, now: WallTime) {
    var seen: Set<Int32> = []
    let tickets = queues[index].elements.compactMap { ticket -> QueueTicket? in
      guard let entry = current(ticket), seen.insert(ticket.slot).inserted else { return nil }
      return Self.ticket(entry, slot: ticket.slot, now: now)
    }
    queues[index] = Heap(tickets)
  }

  /// The request that a ticket stands for, if it still waits in the queue.
  private func current(_ ticket: QueueTicket) -> Entry? {
    guard let entry = entries[Int(ticket.slot)], entry.number == ticket.number,
      entry.place == .queued
    else { return nil }
    return entry
  }

  private mutating func move(_ slot: Int32, to place: Entry.Place) {
    guard var entry = entries[Int(slot)] else { return }
    leaveQueue(entry)
    entry.place = place
    entries[Int(slot)] = entry
  }

  private mutating func leaveQueue(_ entry: Entry) {
    if entry.place == .queued { queued[entry.requestClass.index] -= 1 }
  }

  private static func ticket(_ entry: Entry, slot: Int32, now: WallTime) -> QueueTicket {
    let submitted = min(entry.submittedAt, now)
    let eligible = entry.effectiveFloor.map { max($0, submitted) } ?? submitted
    return QueueTicket(eligible: eligible, number: entry.number, slot: slot)
  }
}
