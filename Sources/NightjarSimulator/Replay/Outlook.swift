// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
package import NightjarModel

/// When a request that waits would start, found by letting the scheduler go on from where its
/// journal ends.
package struct Outlook {
  /// How far is looked ahead.
  package static let horizon = TimeSpan.days(14)

  /// When it starts if what it needs is there from now on and nothing else changes; `nil` if it
  /// does not within the horizon.
  package private(set) var start: WallTime?

  /// What still holds it at the end of the horizon, if it has not started.
  package private(set) var reasons: [Reason] = []

  private var device: VirtualDevice
  private var ends = Agenda<RunNumber>()
  private let key: RequestKey

  /// Looks ahead from the end of a journal.
  ///
  /// `nil` when the journal does not decide as it was recorded, since what follows from it would be
  /// a guess, and when it does not know that the request waits.
  ///
  /// - Parameters:
  ///   - recording: The daemon's journal; its last segment is enough.
  ///   - key: The request.
  ///   - now: What the clock shows.
  package init?(_ recording: Recording, of key: RequestKey, now: WallTime) {
    guard let segment = recording.segments.last else { return nil }
    var replay = Replay(policy: segment.policy, snapshot: segment.snapshot, at: segment.at)
    guard replay.firstDifference(in: segment.entries.lazy.map(\.record)) == nil else { return nil }
    let engine = replay.engine
    let present = max(engine.wallOffset.instant(of: now), segment.end)
    let waiting = engine.statuses(of: key, at: present).first { $0.run == nil }
    guard let waiting else { return nil }
    let snapshot = engine.snapshot()
    self.key = key
    device = VirtualDevice(policy: segment.policy, snapshot: snapshot, at: present)
    device.timerGrain = .zero
    for process in snapshot.processes {
      guard let identity = process.identity else { continue }
      device.adopt(identity, of: process.app, isForeground: process.isForeground)
    }
    for reason in waiting.reasons { meet(reason) }
    device.send(.timePassed)
    react()
    play(through: present + Self.horizon)
  }

  /// Brings about what a reason asks for, if time alone does not.
  private mutating func meet(_ reason: Reason) {
    switch reason {
    case .waitingForExternalPower, .lowBattery: device.change(.power(.external))
    case .waitingForNetwork, .waitingForUnmeteredNetwork: device.change(.network(.unmetered))
    case .deviceInUse: device.change(.idle(true))
    case .lowPowerMode: device.change(.lowPower(false))
    case .refreshSwitchedOff(.device): device.change(.refresh(true))
    case .refreshSwitchedOff(.app): device.send(.appRefreshSwitched(key.app, true))
    case .overheated: device.change(.thermal(.nominal))
    case .forceQuit, .appNotUsedSince, .quarantined:
      let isIdle = device.engine.device.isIdle
      device.open(key.app)
      device.leave(key.app)
      device.change(.idle(isIdle))
    // Others take the time that they are given.
    case .noSlot, .stillRunning: break
    case .notBefore, .budgetSpent, .rateLimited, .betterMoment, .crashedRecently, .launchFailed,
      .resumedRecently, .storageUnavailable:
      break
    }
  }

  private mutating func play(through end: Instant) {
    while start == nil {
      let moment = min(device.nextMoment, ends.next)
      guard moment <= end else { break }
      if ends.next <= device.nextMoment {
        device.skip(to: moment)
        if let run = ends.takeNext(by: moment) { device.complete(run, success: true) }
      } else {
        device.advance(to: max(moment, device.now))
      }
      react()
    }
    guard start == nil else { return }
    device.skip(to: end)
    let waiting = device.engine.statuses(of: key, at: end).first { $0.run == nil }
    reasons = waiting?.reasons ?? []
  }

  private mutating func react() {
    for handover in device.takeHandovers() {
      switch handover {
      case .task(let run): ends.add(run.number, at: device.now + .seconds(1))
      case .expiration(let run, let reason, _):
        device.answer(run, reason, hasHandler: true)
        ends.add(run.number, at: device.now + .seconds(1))
      case .push, .transferEvents: break
      }
    }
    for happening in device.takeRecord() where start == nil {
      guard case .started(let run) = happening.event, run.key == key else { continue }
      start = happening.wall
    }
  }
}
