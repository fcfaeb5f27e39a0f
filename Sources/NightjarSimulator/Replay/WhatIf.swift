// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
package import NightjarModel

/// A recorded time played again with another fact: what would have run when.
///
/// What came from outside is taken as it was recorded: what users did, and what the machine was
/// like but for the facts that are changed. What apps do follows their runs: a task that starts
/// later works as long as it did, and submits what it did, later. The time is played twice, without
/// and with the change, so that a difference is the change's.
package struct WhatIf: Hashable, Sendable {
  /// What becomes of one task.
  package struct Task: Hashable, Sendable {
    /// Which task.
    package var key: RequestKey

    /// When it was started, by the record.
    package var recorded: [WallTime] = []

    /// When it is started if nothing is changed.
    package var unchanged: [WallTime] = []

    /// When it is started with the change.
    package var changed: [WallTime] = []

    /// What holds it at the end, with the change.
    package var reasons: [Reason] = []

    /// The first start that differs: when it was, and when it is; `nil` stands for never.
    package var first: (before: WallTime?, after: WallTime?)? {
      let count = max(unchanged.count, changed.count)
      let place = (0..<count).first { Self.start($0, unchanged) != Self.start($0, changed) }
      return place.map { (Self.start($0, unchanged), Self.start($0, changed)) }
    }

    /// How many of its starts are earlier and later with the change, compared in their order.
    package var moved: (earlier: Int, later: Int) {
      let pairs = zip(unchanged, changed)
      return (pairs.count { $1 < $0 }, pairs.count { $1 > $0 })
    }

    private static func start(_ place: Int, _ starts: [WallTime]) -> WallTime? {
      place < starts.count ? starts[place] : nil
    }
  }

  /// The tasks, in the order of their names.
  package private(set) var tasks: [Task] = []

  /// How often what was known begins anew in the record, as it does when the daemon starts.
  package let beginnings: Int

  /// What the clock showed at the beginning and at the end.
  package let from: WallTime
  package let through: WallTime

  /// Whether the change makes no difference.
  package var isSame: Bool { tasks.allSatisfy { $0.first == nil } }

  /// Plays a recording without and with a change; `nil` when it has no segment.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - changes: The facts that hold from the beginning to the end, whatever was recorded.
  package init?(_ recording: Recording, changes: [DeviceChange]) {
    let lives = RecordedLife.lives(in: recording)
    guard let first = lives.first?.first, let last = lives.last else { return nil }
    beginnings = lives.count
    from = first.snapshot.wallOffset.wall(at: first.at)
    through = last.wallAtEnd
    var known: [RequestKey: Task] = [:]
    for life in lives {
      for (key, starts) in life.starts { known[key, default: Task(key: key)].recorded += starts }
      var unchanged = ReplayedDevice(life, changes: [])
      unchanged.play()
      for start in unchanged.starts {
        known[start.key, default: Task(key: start.key)].unchanged.append(start.wall)
      }
      var changed = ReplayedDevice(life, changes: changes)
      changed.play()
      for start in changed.starts {
        known[start.key, default: Task(key: start.key)].changed.append(start.wall)
      }
      let waiting = changed.device.engine.statuses(of: nil, at: changed.device.now)
      for key in known.keys { known[key]?.reasons = [] }
      for status in waiting where status.run == nil {
        let key = status.pending.request.key
        known[key, default: Task(key: key)].reasons = status.reasons
      }
    }
    tasks = known.values.sorted { $0.key < $1.key }
  }
}
