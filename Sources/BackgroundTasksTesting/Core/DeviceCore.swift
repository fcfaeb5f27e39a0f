// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Dispatch
internal import Foundation
internal import NightjarClient
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

/// The device behind the public face: the simulator's, with real code of apps in its processes.
///
/// The simulator is changed under a lock; what apps have to be told follows outside it, on one
/// queue, a step at a time and each only when the code that the one before called is at rest. So
/// code of apps never races with other code of apps, and a test repeats itself. Code is at rest
/// when it has completed its task, sleeps on the device's clock, or has used up the patience.
final class DeviceCore: Sendable {
  /// An app as it was installed.
  struct Installed {
    var facts: AppFacts
    let repeating: Set<String>
    let register: @Sendable () -> Void
  }

  /// How far the code of a run is.
  struct Activity {
    /// How many of its handlers were called and are not back.
    var calls = 0

    /// Whether the one that was called last has begun; until then its queue was busy, which says
    /// nothing about its code.
    var isEntered = false

    /// How often the patience has passed before it began.
    var delays = 0

    /// Whether it took longer than the patience of the device, which waits for it no more.
    var isGivenUp = false

    /// Whether that has been told.
    var isNoted = false
  }

  struct State {
    var device: NightjarSimulator.VirtualDevice
    var installed: [AppIdentifier: Installed] = [:]
    var processes: [ProcessIdentity: AppProcess] = [:]
    var activities: [RunNumber: Activity] = [:]
    var runs: [RunNumber: Run] = [:]
    var asked: [RunNumber: (run: Run, reason: ExpirationReason)] = [:]
    var history = History()
    var sleepers = Sleepers()
    var environments: [AppIdentifier: AppEnvironment] = [:]

    /// The dates that apps gave with their pending requests, and what the device made of them.
    var dates: [RequestKey: AppDate] = [:]

    /// What apps have to be told yet.
    var waiting: [Step] = []

    /// Whether a step is being made.
    var isStepping = false

    /// How many asynchronous calls of apps' have no answer yet.
    var calls = 0
    var isDriven = false
  }

  let state: Mutex<State>
  let bell = Bell()
  let patience: Duration
  private let queue = DispatchQueue(label: "org.nightjar.BackgroundTasksTesting")

  init(_ device: sending NightjarSimulator.VirtualDevice, patience: Duration) {
    state = Mutex(State(device: device))
    self.patience = patience
  }

  // MARK: - Changing the device

  /// Changes the device and sees to what follows.
  func act<Answer: Sendable>(
    _ deed: @Sendable (inout NightjarSimulator.VirtualDevice) -> Answer
  ) -> Answer {
    let (answer, orphans) = state.withLock { state in
      let answer = deed(&state.device)
      let orphans = state.bury()
      state.collectSteps()
      return (answer, orphans)
    }
    for process in orphans { process.end() }
    stir()
    return answer
  }

  /// The same for what a process asks for; one that has ended is not listened to.
  func act(
    from process: AppProcess,
    _ deed: @Sendable (inout NightjarSimulator.VirtualDevice) -> Void
  ) {
    act { device in
      guard device.lives(process.identity) else { return }
      deed(&device)
    }
  }

  func note(_ line: String, _ app: AppIdentifier) {
    state.withLock { $0.history.note(line, app, at: $0.device.wall) }
  }

  // MARK: - Steps outside the lock

  /// Something that an app has to be told, or a process that has to be started before that.
  enum Step {
    case launch(AppProcess)
    case deliver(Run, AppProcess)
    case expire(Run, ExpirationReason, AppProcess)
    case environment(AppEnvironment, AppProcess)
  }

  /// Lets the next step be made if its time has come, and wakes those who wait for that.
  func stir() {
    queue.async { self.makeSteps() }
    bell.ring()
  }

  private func makeSteps() {
    while let step = state.withLock({ $0.takeStep() }) {
      make(step)
      state.withLock { $0.isStepping = false }
    }
    bell.ring()
  }

  private func make(_ step: Step) {
    switch step {
    case .launch(let process):
      if let installed = state.withLock({ $0.installed[process.app] }) {
        // Where apps launch; their code may say so with `MainActor.assumeIsolated`.
        DispatchQueue.main.sync {
          process.launch(installed.facts, on: self, installed.register)
        }
      }
    case .deliver(let run, let process):
      let request = run.consumed.request
      let delivery = Delivery(
        run: run.number,
        identifier: run.key.task,
        kind: request.kind,
        title: request.continued?.title ?? "",
        subtitle: request.continued?.subtitle ?? ""
      )
      if !process.send(.deliver(delivery)) { forget(run.number) }
    case .expire(let run, let reason, let process):
      if !process.send(.expire(run.number, reason: reason.name)) { forget(run.number) }
    case .environment(let environment, let process): process.send(.environment(environment))
    }
  }

  private func forget(_ run: RunNumber) {
    state.withLock { _ = $0.activities.removeValue(forKey: run) }
  }

  // MARK: - What apps' code does

  func observe(_ moment: AppRuntime.HandlerMoment) {
    state.withLock { state in
      switch moment {
      case .entered(let run): state.activities[run]?.isEntered = true
      case .returned(let run): state.noteReturn(of: run)
      case .completedAgain(let run):
        state.history.noteCompletedAgain(state.runs[run]?.key, at: state.device.wall)
      case .callBegan: state.calls += 1
      // Those that were waited for in vain are no longer counted.
      case .callEnded: state.calls = max(0, state.calls - 1)
      }
    }
    stir()
  }

  func submit(_ request: TaskRequest, from process: AppProcess) throws(SubmissionError) -> Bool {
    let date = request.earliestBegin.map(appDate)
    var request = request
    request.earliestBegin = date?.onDevice
    let (result, wasPending) = act { [request] device in
      guard device.lives(process.identity) else {
        return (
          SubmissionResult.refused(SubmissionError(.unavailable, "the process has ended")), false
        )
      }
      let wasPending = device.engine.pending(of: process.app).contains {
        $0.request.key == request.key
      }
      return (device.submit(request), wasPending)
    }
    switch result {
    case .accepted, .trapped:
      state.withLock { $0.dates[request.key] = date }
      return wasPending
    case .refused(let error): throw error
    }
  }

  func complete(_ run: RunNumber, success: Bool, from process: AppProcess) {
    let isAlive = act { device in
      guard device.lives(process.identity) else { return false }
      device.complete(run, success: success)
      return true
    }
    guard !isAlive else { return }
    note("completed a task after its process had ended; nobody hears it", process.app)
  }

  func answerExpiration(of run: RunNumber, hadHandler: Bool) {
    let asked = state.withLock { state in
      // Nothing was called that could come back.
      if !hadHandler { state.noteReturn(of: run) }
      return state.asked.removeValue(forKey: run)
    }
    guard let asked else { return }
    act { $0.answer(asked.run, asked.reason, hasHandler: hadHandler) }
  }

  func pending(of app: AppIdentifier) -> [TaskRequest] {
    state.withLock { state in
      state.device.engine.pending(of: app).map { entry in
        var request = entry.request
        // As the app wrote it.
        if let date = state.dates[request.key], date.onDevice == request.earliestBegin {
          request.earliestBegin = date.given
        }
        return request
      }
    }
  }

  func simulateLaunch(_ key: RequestKey) -> SimulationAnswer { act { $0.simulateLaunch(key) } }

  func simulateExpiration(_ key: RequestKey) -> SimulationAnswer {
    act { $0.simulateExpiration(key) }
  }

  func environment(of app: AppIdentifier) -> AppEnvironment {
    state.withLock { state in
      let environment = state.environmentNow(of: app)
      state.environments[app] = environment
      return environment
    }
  }
}
