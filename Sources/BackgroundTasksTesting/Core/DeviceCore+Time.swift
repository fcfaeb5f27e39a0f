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
      await waitInLine()
      if bell.rings == rings { giveUp() }
    }
  }

  /// Waits until tasks that were made before this moment have had a thread.
  ///
  /// Where tests take all threads of a small machine, code of the app may not have begun. One that
  /// blocks all of them itself is waited for ten times as long as the device is patient.
  private func waitInLine() async {
    await WaitingLine.wait(atMost: patience * 10)
  }

  /// Waits for code that belongs to no open task, after it woke up.
  ///
  /// It is at rest when it sleeps again. When it ends nobody can tell, so that is taken to be when
  /// it has had its turn several times over, and the device has seen nothing of it for a moment.
  private func waitOutside(_ sleeper: Sleepers.Sleeper) async {
    var turns = 0
    while turns < 10 {
      let rings = bell.rings
      let (isOver, isUp) = state.withLock { state in
        let isOpen = sleeper.run.map { state.device.engine.run($0) != nil } ?? false
        let isOver = isOpen || state.sleepers.containsTask(sleeper.task)
        return (isOver, !state.sleepers.waking.contains(sleeper.number))
      }
      if isOver { return }
      let isQuiet = await !bell.wait(after: rings, atMost: isUp ? .milliseconds(2) : patience)
      turns = isQuiet ? turns + 1 : 0
      await Task.detached {}.value
    }
  }

  /// Waits no more for code that has done nothing for as long as the device is patient.
  private func giveUp() {
    state.withLock { state in
      for number in state.busyRuns.sorted(by: { $0.rawValue < $1.rawValue }) {
        guard state.giveUp(number), let key = state.runs[number]?.key else { continue }
        state.history.noteStillAtWork(key, after: patience, at: state.device.wall)
      }
      if state.isStepping {
        let what = "still launching after \(patience) of real time: is the main thread blocked?"
        state.history.note(what, nil, at: state.device.wall)
      }
      state.calls = 0
    }
    stir()
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
      await rest()
      // One after the other, so that what they do has an order.
      while let sleeper = state.withLock({ $0.takeDueSleeper(by: moment) }) {
        sleeper.wake.resume()
        await waitOutside(sleeper)
        await rest()
      }
    }
    act { $0.skip(to: end) }
  }

  /// Sleeps until a moment of the device's clock.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until moment: Instant) async throws {
    let run = SchedulerScope.current?.run
    let number = state.withLock { $0.sleepers.newNumber() }
    let task = withUnsafeCurrentTask { $0?.hashValue }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let isOver = state.withLock { state -> Bool in
          guard moment > state.device.now, !Task.isCancelled else { return true }
          let sleeper = Sleepers.Sleeper(
            number: number,
            until: moment,
            run: run,
            task: task,
            wake: wake
          )
          state.sleepers.add(sleeper)
          return false
        }
        if isOver { wake.resume() }
        stir()
      }
      state.withLock { _ = $0.sleepers.waking.remove(number) }
      bell.ring()
      try Task.checkCancellation()
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.take(number) }
      sleeper?.wake.resume(throwing: CancellationError())
      stir()
    }
  }
}

extension DeviceCore.State {
  /// Waits no more for the code of a run.
  ///
  /// A handler that has not begun has time ten times over, as the machine may be busy.
  ///
  /// - Returns: Whether that has to be told.
  fileprivate mutating func giveUp(_ run: RunNumber) -> Bool {
    guard var activity = activities[run] else { return false }
    activity.delays += 1
    activity.isGivenUp = activity.isEntered || activity.delays >= 10
    let isNew = activity.isGivenUp && !activity.isNoted
    activity.isNoted = activity.isNoted || isNew
    activities[run] = activity
    return isNew
  }

  /// Takes the next one out that wakes up by a moment; what still sleeps for a run that has ended
  /// is work that nobody cancelled.
  fileprivate mutating func takeDueSleeper(by moment: Instant) -> Sleepers.Sleeper? {
    guard let sleeper = sleepers.takeDue(by: moment) else { return nil }
    if let run = sleeper.run, device.engine.run(run) == nil, let key = runs[run]?.key {
      history.noteWorkAfterEnd(run, key, at: device.wall)
    }
    return sleeper
  }
}
