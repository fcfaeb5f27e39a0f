// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
public import Foundation
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

/// A virtual device in the process of a test: the scheduler of Nightjar on a clock that the test
/// moves.
///
/// Install an app with the function that registers its handlers, let its code submit, let time
/// pass, and look at what ran. The app's code is what it ships: `import BackgroundTasks` and
/// `BGTaskScheduler.shared`. Each device is a world of its own, so that tests may run side by side.
///
/// Time stands still while code of the app is at work. What a handler begins is followed until the
/// task is completed or sleeps on ``clock``; code that does neither for as long as the device is
/// patient is one of the ``problems``, and time moves on without it. Other code that wakes from a
/// sleep on ``clock`` is waited for until it sleeps again, or nothing more is seen of it.
///
/// Dates need no care: an `earliestBeginDate` that the app made with `Date()` is as far from the
/// device's present as it was from the real one, to the second. So is one made from ``now``.
public final class TestDevice: Sendable {
  /// The numbers by which a device decides.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    /// Those of a phone, with budgets, spacing and a choice of moments.
    case phone

    /// Those of a machine with a battery.
    case portable

    /// Those of a server or desktop: a task starts as soon as nothing holds it.
    case mains
  }

  let core: DeviceCore
  private let start: Instant

  /// Switches a device on: on external power and a free network, charged, with nobody at it.
  ///
  /// - Parameters:
  ///   - preset: The numbers by which it decides.
  ///   - date: What its clock shows. Unless given it is Monday, 2024-01-15 at 8:00 UTC in each
  ///     test, so that they repeat.
  ///   - patience: How long, in real time, code of the app may do nothing that the device can see
  ///     before virtual time moves on without it; a handler has ten times as long to begin.
  public init(
    _ preset: Preset = .phone,
    startingAt date: Date = Date(timeIntervalSince1970: 1_705_305_600),
    patience: Duration = .seconds(5)
  ) {
    SchedulerScope.noteDevice()
    start = Instant(nanoseconds: 1_000_000_000)
    let snapshot = Snapshot(
      device: DeviceState(),
      wallOffset: WallOffset(wall: WallTime(date), at: start)
    )
    let policy =
      switch preset {
      case .phone: Policy(preset: .phone)
      case .portable: Policy(preset: .portable)
      case .mains: Policy(preset: .mains)
      }
    core = DeviceCore(
      NightjarSimulator.VirtualDevice(policy: policy, snapshot: snapshot, at: start),
      patience: patience
    )
  }

  deinit {
    core.shutDown()
  }

  // MARK: - What happened

  /// What the device's clock shows.
  public var now: Date { core.state.withLock { Date($0.device.wall) } }

  /// Everything that happened so far, a line each.
  public var timeline: String { core.state.withLock { $0.history.timeline } }

  /// What apps did wrong so far, whether a test asked about it or not.
  public var problems: [Problem] {
    core.state.withLock { $0.history.problems + $0.missingSubmissions }
  }

  /// Makes sure that no app did anything wrong.
  ///
  /// - Throws: ``TestFailure`` with the ``problems`` and the ``timeline``.
  public func verify() throws(TestFailure) {
    let problems = problems
    guard !problems.isEmpty else { return }
    let list = problems.map(\.description).joined(separator: "\n")
    throw TestFailure(list, timeline: timeline)
  }

  // MARK: - Time

  /// Lets time pass, and everything happen that happens by itself.
  ///
  /// - Parameter duration: How long; nothing happens for one that is not positive.
  public func advance(by duration: Duration) async {
    let end = core.state.withLock { $0.device.now } + TimeSpan(duration)
    await core.advance(to: end)
  }

  /// Lets time pass until the device's clock shows a date; does nothing when it is past.
  public func advance(to date: Date) async {
    let end = core.state.withLock { $0.device.engine.wallOffset.instant(of: WallTime(date)) }
    await core.advance(to: end)
  }

  /// Sets the clock of the device; no time passes.
  public func setClock(to date: Date) async {
    core.act { $0.moveClock(by: WallTime(date) - $0.wall) }
    await core.rest()
  }

  /// Switches the device off and on again: processes end, requests stay.
  ///
  /// - Parameter duration: How long it is off.
  public func reboot(takes duration: Duration = .seconds(60)) async {
    core.act { device in
      device.noteDeed("reboot")
      device.powerOff()
    }
    await advance(by: duration)
    core.act { $0.powerOn() }
    await core.rest()
  }

  /// The clock of the device, for code of the app that takes a `Clock`.
  public var clock: TestClock { TestClock(core: core, start: start) }
}
