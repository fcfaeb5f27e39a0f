// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The pending requests of all apps, and for each class a queue by when a request may start.
///
/// Removing a request leaves its ticket in the queue; a ticket whose request is gone or elsewhere
/// is skipped when it comes up, and a queue that is mostly such tickets is built anew.
struct EntryTable {
  /// A request's place in the queue of its class.
  struct QueueTicket: Comparable {
    /// When the request may start, as far as its floor and its score go.
    let readyAt: WallTime
    let number: SubmissionNumber
    let slot: Int32

    static func < (left: Self, right: Self) -> Bool {
      (left.readyAt, left.number) < (right.readyAt, right.number)
    }
  }

  private var entries: [Entry?] = []
  private var free: [Int32] = []
  private var queues = [Heap<QueueTicket>](repeating: Heap(), count: RequestClass.all.count)
  private var queued = [Int](repeating: 0, count: RequestClass.all.count)

  /// The places of the requests that are being launched; few, since each takes a slot.
  private(set) var launching: Set<Int32> = []

  /// How many requests are pending.
  private(set) var count = 0

  /// How many pending requests are of each class, whatever their place.
  private(set) var population = [Int](repeating: 0, count: RequestClass.all.count)

  subscript(slot: Int32) -> Entry? { entries[Int(slot)] }

  /// Takes a request in without queueing it.
  mutating func insert(_ entry: Entry) -> Int32 {
    count += 1
    population[entry.requestClass.index] += 1
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
    leavePlace(entry, slot)
    entries[Int(slot)] = nil
    free.append(slot)
    count -= 1
    population[entry.requestClass.index] -= 1
  }

  /// Puts a request into the queue of its class, or to another place in it.
  mutating func enqueue(_ slot: Int32, readyAt: WallTime) {
    guard let entry = entries[Int(slot)] else { return }
    guard entry.place != .queued || entry.readyAt != readyAt else { return }
    move(slot, to: .queued)
    entries[Int(slot)]?.readyAt = readyAt
    let index = entry.requestClass.index
    queued[index] += 1
    queues[index].insert(QueueTicket(readyAt: readyAt, number: entry.number, slot: slot))
    // Tickets of requests that left pile up only when requests are replaced again and again.
    if queues[index].count > 2 * queued[index] + 64 { rebuild(index) }
  }

  /// Takes a request out of its queue without forgetting it.
  mutating func hold(_ slot: Int32) { move(slot, to: .held) }

  /// The places of all pending requests.
  var slots: [Int32] { entries.indices.filter { entries[$0] != nil }.map { Int32($0) } }

  /// Marks a request as being launched.
  mutating func beginLaunch(_ slot: Int32, simulated: Bool) {
    move(slot, to: .launching(simulated: simulated))
  }

  /// The request of a class that may start first.
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

  /// Queues everything anew, after the clock was set back.
  ///
  /// A submission date that now lies ahead becomes the present: only a floor may make a request
  /// wait. What its app held back is queued too, since its floor may lie ahead again.
  ///
  /// - Complexity: O(*n*); nothing else touches requests that an event does not concern.
  mutating func requeue(now: WallTime, readyAt: (Entry) -> WallTime) {
    for index in entries.indices {
      guard var entry = entries[index] else { continue }
      entry.submittedAt = min(entry.submittedAt, now)
      entries[index] = entry
      guard entry.place == .queued || entry.place == .held else { continue }
      enqueue(Int32(index), readyAt: readyAt(entry))
    }
  }

  /// Works out anew when the queued requests of a class may start, after what counts has changed.
  ///
  /// - Complexity: O(*k* log *k*) in the number of requests of the class that are queued.
  mutating func rekey(_ requestClass: RequestClass, readyAt: (Entry) -> WallTime) {
    let index = requestClass.index
    rebuild(index)
    let tickets = queues[index].elements.compactMap { ticket -> QueueTicket? in
      guard let entry = entries[Int(ticket.slot)] else { return nil }
      let moment = readyAt(entry)
      entries[Int(ticket.slot)]?.readyAt = moment
      return QueueTicket(readyAt: moment, number: ticket.number, slot: ticket.slot)
    }
    queues[index] = Heap(tickets)
  }

  /// Takes the tickets of a class out that may start by now.
  mutating func popReady(of requestClass: RequestClass, now: WallTime) -> [QueueTicket] {
    var ready: [QueueTicket] = []
    while let first = first(of: requestClass), first.ticket.readyAt <= now {
      queues[requestClass.index].popFirst()
      ready.append(first.ticket)
    }
    return ready
  }

  /// Puts a request back whose ticket was taken out, by the moment at which it may start now.
  mutating func requeue(_ ticket: QueueTicket, readyAt: WallTime) {
    guard let entry = current(ticket) else { return }
    entries[Int(ticket.slot)]?.readyAt = readyAt
    queues[entry.requestClass.index].insert(
      QueueTicket(readyAt: readyAt, number: ticket.number, slot: ticket.slot)
    )
  }

  /// Drops the tickets that stand for nothing, and all but one of each request.
  private mutating func rebuild(_ index: Int) {
    // Most queues of most devices are this short.
    guard queues[index].count > 1 else {
      if let only = queues[index].first, current(only) == nil { queues[index] = Heap() }
      return
    }
    var seen: Set<Int32> = []
    let tickets = queues[index].elements.filter { ticket in
      current(ticket) != nil && seen.insert(ticket.slot).inserted
    }
    queues[index] = Heap(tickets)
  }

  /// The request that a ticket stands for, if it still waits in the queue.
  private func current(_ ticket: QueueTicket) -> Entry? {
    guard let entry = entries[Int(ticket.slot)], entry.number == ticket.number,
      entry.place == .queued, entry.readyAt == ticket.readyAt
    else { return nil }
    return entry
  }

  private mutating func move(_ slot: Int32, to place: Entry.Place) {
    guard let entry = entries[Int(slot)] else { return }
    leavePlace(entry, slot)
    if case .launching = place { launching.insert(slot) }
    entries[Int(slot)]?.place = place
  }

  private mutating func leavePlace(_ entry: Entry, _ slot: Int32) {
    switch entry.place {
    case .queued: queued[entry.requestClass.index] -= 1
    case .held: break
    case .launching: launching.remove(slot)
    }
  }
}
