// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel
internal import NightjarSystem
internal import NightjarWire

/// What the user watches, published to all who show it.
///
/// Every publication holds everything, so that one who missed some knows as much as the others.
/// What waits and runs is the engine's; what has ended of late is kept here, and read from the
/// history after a restart. Changes that come close together are published once, and as long as
/// nobody shows anything, nothing is worked out.
final class ActivityPublisher {
  typealias Item = ActivityInterface.Item

  /// The least time between two publications: four a second are enough for an eye.
  static let interval = TimeSpan.milliseconds(250)

  /// For how long a task is shown after its end.
  static let memory = TimeSpan.seconds(60)

  /// How many ended tasks are shown at most.
  private static let endedLimit = 20

  private let shell: Shell
  private var timer: LoopTimer?
  private var isDirty = false
  private var lastPublication = Int64.min
  private var sinks: [Int: ([Item]) -> Void] = [:]
  private var nextSink = 0

  /// The continued runs that have not ended; their last words are wanted at their end.
  private var running: [RunNumber: Item] = [:]
  private var ended: [(at: WallTime, item: Item)] = []

  init(shell: Shell, archive: any ArchivePort, on loop: EventLoop) throws(SystemError) {
    self.shell = shell
    timer = try LoopTimer(on: loop) { [weak self] in self?.publish() }
    archive.readHistory(app: nil, limit: 200) { [weak self] entries in
      for entry in entries { self?.keep(entry) }
    }
    // Runs that a daemon before this one began.
    for app in shell.engine.appIdentifiers where shell.engine.overview(of: app)?.running != 0 {
      for status in shell.engine.statuses(of: app, at: shell.now) {
        if let run = status.run, let item = item(status) { running[run] = item }
      }
    }
  }

  /// Adds somebody who shows what is published; it begins with the next change.
  ///
  /// - Returns: What ``remove(_:)`` wants.
  func add(_ sink: @escaping ([Item]) -> Void) -> Int {
    nextSink += 1
    sinks[nextSink] = sink
    return nextSink
  }

  /// Removes somebody who shows what is published.
  func remove(_ sink: Int) {
    sinks[sink] = nil
  }

  /// Everything as it is now: what ended first, then in the order of submission.
  var items: [Item] {
    let now = shell.engine.wallOffset.wall(at: shell.now)
    ended.removeAll { $0.at + Self.memory < now }
    let active = shell.engine.statuses(of: nil, at: shell.now).compactMap(item)
    return ended.map(\.item) + active
  }

  /// Looks at what happened.
  func noteHandled(_ event: Event, _ effects: [Effect]) {
    var isNews = false
    if case .progressReported(let run, _) = event, running[run] != nil {
      if let progress = shell.engine.run(run)?.progress { running[run]?.take(progress) }
      isNews = true
    }
    for effect in effects {
      if case .expire(let run, _, _) = effect, running[run.number] != nil { isNews = true }
      guard case .save(let change) = effect else { continue }
      if concerns(change) { isNews = true }
      if case .runStarted(let run) = change { note(run) }
      if case .runEnded(let entry) = change { keep(entry) }
    }
    guard isNews, !sinks.isEmpty, !isDirty else { return }
    isDirty = true
    timer?.arm(at: max(Clocks.boot, lastPublication &+ Self.interval.nanoseconds))
  }

  /// Whether something is different for the eye; all other changes of a busy daemon cost nothing.
  private func concerns(_ change: StateChange) -> Bool {
    switch change {
    case .requestSaved(let pending, _), .requestRemoved(let pending, _):
      pending.request.kind == .continued
    case .runStarted(let run): run.consumed.request.kind == .continued
    case .runEnded(let entry): entry.kind == .continued
    case .appSaved, .appRemoved, .crashesCounted: false
    }
  }

  // MARK: - Publishing

  private func publish() {
    isDirty = false
    lastPublication = Clocks.boot
    let items = items
    for sink in sinks.values { sink(items) }
  }

  private func item(_ status: TaskStatus) -> Item? {
    let request = status.pending.request
    guard request.kind == .continued else { return nil }
    var item = Item(request, state: status.state)
    item.startedAt = status.startedAt?.rfc3339
    guard let number = status.run else { return item }
    item.run = Int(number.rawValue)
    if let record = shell.engine.run(number) {
      item.expirationReason = record.expiration?.name
      if let progress = record.progress { item.take(progress) }
    }
    return item
  }

  private func note(_ run: Run) {
    guard run.consumed.request.kind == .continued else { return }
    running[run.number] = Item(run.consumed.request, state: .running)
  }

  private func keep(_ entry: HistoryEntry) {
    let number = Int(entry.run.rawValue)
    // A run may end while the history is read, and be in it.
    guard entry.kind == .continued, !ended.contains(where: { $0.item.run == number })
    else { return }
    var item =
      running.removeValue(forKey: entry.run)
      ?? Item(
        app: entry.key.app.rawValue,
        task: entry.key.task.rawValue,
        state: "",
        title: entry.key.task.rawValue,
        subtitle: ""
      )
    item.run = number
    item.state = entry.outcome.state.rawValue
    item.startedAt = entry.startedAt.rfc3339
    item.endedAt = entry.endedAt.rfc3339
    item.outcome = entry.outcome.rawValue
    item.expirationReason = entry.expiration?.name
    ended.append((entry.endedAt, item))
    if ended.count > Self.endedLimit { ended.removeFirst() }
  }
}

extension ActivityInterface.Item {
  fileprivate init(_ request: TaskRequest, state: TaskState) {
    self.init(
      app: request.key.app.rawValue,
      task: request.key.task.rawValue,
      state: state.rawValue,
      title: request.continued?.title ?? request.key.task.rawValue,
      subtitle: request.continued?.subtitle ?? ""
    )
  }

  fileprivate mutating func take(_ progress: TaskProgress) {
    completed = Int(progress.completed)
    total = Int(progress.total)
    fraction = Double(progress.millionths) / 1e6
  }
}
