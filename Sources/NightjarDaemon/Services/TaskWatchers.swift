// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem
internal import NightjarWire

/// Those who watch the list of tasks: each gets the whole list again after it has changed.
///
/// Changes that come close together are told once, so that a busy daemon is not made busier by
/// being watched; nobody watching costs nothing.
final class TaskWatchers {
  typealias WatchCall = Call<SchedulerInterface.Tasks>

  /// How long after a change the list is sent.
  private static let delay = TimeSpan.milliseconds(100)

  /// How many ended runs a list with history has at most.
  private static let historyLimit = 200

  private struct Watcher {
    let call: WatchCall
    let app: AppIdentifier?
    let withHistory: Bool
  }

  private let archive: any ArchivePort
  private let statuses: (AppIdentifier?) -> [TaskStatus]
  private var watchers: [WireConnection.ID: Watcher] = [:]
  private var timer: LoopTimer?
  private var isDirty = false

  init(
    on loop: EventLoop,
    archive: any ArchivePort,
    statuses: @escaping (AppIdentifier?) -> [TaskStatus]
  ) throws(SystemError) {
    self.archive = archive
    self.statuses = statuses
    timer = try LoopTimer(on: loop) { [weak self] in self?.tellAll() }
  }

  /// Answers a call, and keeps it for further answers if the caller wants them.
  func answer(_ call: WatchCall, app: AppIdentifier?, withHistory: Bool) {
    let watcher = Watcher(call: call, app: app, withHistory: withHistory)
    if call.wantsMore {
      let id = call.connection.id
      watchers[id] = watcher
      call.connection.onClose { [weak self] in self?.watchers[id] = nil }
    }
    tell(watcher)
  }

  /// Says that the list is different now.
  func noteChange() {
    guard !watchers.isEmpty, !isDirty else { return }
    isDirty = true
    timer?.arm(at: Clocks.boot + Self.delay.nanoseconds)
  }

  private func tellAll() {
    isDirty = false
    for watcher in watchers.values {
      tell(watcher)
    }
  }

  private func tell(_ watcher: Watcher) {
    let now = statuses(watcher.app).map(SchedulerInterface.Task.init)
    guard watcher.withHistory else {
      return watcher.call.reply(SchedulerInterface.Tasks.Reply(tasks: now), continues: true)
    }
    archive.readHistory(app: watcher.app, limit: Self.historyLimit) { entries in
      let ended = entries.map(SchedulerInterface.Task.init)
      watcher.call.reply(SchedulerInterface.Tasks.Reply(tasks: ended + now), continues: true)
    }
  }
}
