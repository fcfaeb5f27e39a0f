// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

// Time: it moves when a test says so, from one moment at which something happens to the next.

extension DeviceCore {
  /// Waits until every piece of code that was called is at rest.
  func rest() async {
    while true {
      let rings = bell.rings
      if state.withLock({ $0.isAtRest }) { return }
      if await bell.wait(after: rings, atMost: patience) { continue }
      giveUp()
    }
  }

  /// Waits no more for code that has done nothing for as long as the device is patient.
  private func giveUp() {
    state.withLock { state in
      for number in state.busyRuns {
        state.activities[number]?.isGivenUp = true
        guard let key = state.runs[number]?.key else { continue }
        let what = "\"\(key.task.rawValue)\" is still at work after \(patience) of real time; "
        state.history.note(what + "time moves on", key.app, at: state.device.wall)
      }
    }
  }

  /// Lets time pass, and everything happen that happens by itself.
  func advance(to end: Instant) async {
    state.withLock { state in
      precondition(!state.isDriven, "two pieces of code let time pass on one device; await one")
      state.isDriven = true
    }
    defer { state.withLock { $0.isDriven = false } }
    await rest()
    while true {
      let (moment, isDevice) = state.withLock { state in
        let own = state.device.nextMoment
        return (max(min(own, state.sleepers.next), state.device.now), own <= state.sleepers.next)
      }
      guard moment <= end else { break }
      act { device in
        if isDevice { device.advance(to: moment) } else { device.skip(to: moment) }
      }
      for sleeper in state.withLock({ $0.takeDueSleepers(by: moment) }) { sleeper.wake.resume() }
      await rest()
    }
    act { $0.skip(to: end) }
  }

  /// Sleeps until a moment of the device's clock.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until moment: Instant) async throws {
    let run = SchedulerScope.current?.run
    let number = state.withLock { $0.sleepers.newNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let isOver = state.withLock { state -> Bool in
          guard moment > state.device.now, !Task.isCancelled else { return true }
          state.sleepers.add(.init(number: number, until: moment, run: run, wake: wake))
          return false
        }
        if isOver { wake.resume() }
        bell.ring()
      }
      try Task.checkCancellation()
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.take(number) }
      sleeper?.wake.resume(throwing: CancellationError())
      bell.ring()
    }
  }
}

extension DeviceCore.State {
  /// Takes those out that wake up by a moment; what still sleeps for a run that has ended is work
  /// that nobody cancelled.
  fileprivate mutating func takeDueSleepers(by moment: Instant) -> [Sleepers.Sleeper] {
    let due = sleepers.takeDue(by: moment)
    for run in due.compactMap(\.run) where device.engine.run(run) == nil {
      guard let key = runs[run]?.key else { continue }
      history.noteWorkAfterEnd(key, at: device.wall)
    }
    return due
  }
}
