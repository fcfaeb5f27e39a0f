// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

// Apps ship with `Date()`, which shows the time of the machine that the test runs on, while the
// device has a time of its own. A date is taken to be made by the clock that it is nearer to: the
// device's lies years from the machine's unless a test wants it otherwise, and floors lie days
// ahead at most.

/// A date that an app gave.
struct AppDate: Hashable, Sendable {
  /// The date as the app gave it.
  var given: WallTime

  /// The present on the clock that it was made by.
  var present: WallTime

  /// The moment that is meant, on the device's clock.
  var onDevice: WallTime

  /// Takes a date that was given while the clocks of device and machine showed something.
  ///
  /// On the way from the machine's clock to the device's the distance is rounded up to the second,
  /// so that the moments between `Date()` and the submission do not count.
  init(_ given: WallTime, device: WallTime, machine: WallTime) {
    self.given = given
    let isOfDevice = Self.distance(given, device) <= Self.distance(given, machine)
    present = isOfDevice ? device : machine
    let second = TimeSpan.seconds(1).nanoseconds
    let (whole, rest) = (given - present).nanoseconds.quotientAndRemainder(dividingBy: second)
    onDevice = isOfDevice ? given : device + .seconds(rest > 0 ? whole + 1 : whole)
  }

  private static func distance(_ left: WallTime, _ right: WallTime) -> TimeSpan {
    max(left - right, right - left)
  }
}

extension DeviceCore {
  /// What a date means that an app gives now.
  func appDate(_ given: WallTime) -> AppDate {
    AppDate(given, device: state.withLock { $0.device.wall }, machine: WallTime(Date()))
  }
}

extension DeviceCore.State {
  /// The repeated tasks that have ended and that nothing has submitted again.
  ///
  /// A run that was cut off does not count: its handler had no chance.
  var missingSubmissions: [Problem] {
    installed.keys.sorted().flatMap { app in
      (installed[app]?.repeating ?? []).sorted().compactMap { name in
        let key = RequestKey(app: app, task: TaskIdentifier(name))
        guard let run = history.runs.last(where: { $0.key == key })?.run, let end = run.endedAt,
          run.outcome != .crashed, run.outcome != .cancelled,
          device.engine.statuses(of: key, at: device.now).isEmpty
        else { return nil }
        return Problem(
          .notSubmittedAgain,
          key.task,
          at: WallTime(end),
          "no next request was submitted; submit it at the beginning of the handler"
        )
      }
    }
  }
}
