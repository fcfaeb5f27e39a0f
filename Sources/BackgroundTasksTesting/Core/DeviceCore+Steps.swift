// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator

// What follows from a change of the device, worked out under its lock.

extension DeviceCore.State {
  /// Works out what apps have to be told after the device changed, in order.
  mutating func collectSteps() {
    history.take(device.takeRecord())
    for handover in device.takeHandovers() { take(handover) }
    // A process that is up without being handed anything: the user opened the app.
    for app in installed.keys.sorted() {
      guard let identity = device.process(of: app) else { continue }
      _ = process(app, identity)
    }
    for app in installed.keys.sorted() { noteEnvironment(of: app) }
  }

  /// Takes the next step out when its time has come, and counts the code that it calls.
  mutating func takeStep() -> DeviceCore.Step? {
    guard calls == 0, let step = waiting.first else { return nil }
    switch step {
    case .launch, .environment: guard busyRuns.isEmpty else { return nil }
    case .deliver(let run, _):
      guard busyRuns.isEmpty else { return nil }
      activities[run.number] = DeviceCore.Activity(calls: 1)
    case .expire(let run, let reason, _):
      // A handler that waits for its expiration gets it.
      guard busyRuns.allSatisfy({ $0 == run.number }) else { return nil }
      asked[run.number] = (run, reason)
      activities[run.number, default: DeviceCore.Activity()].calls += 1
      activities[run.number]?.isGivenUp = false
      activities[run.number]?.isEntered = false
    }
    isStepping = true
    return waiting.removeFirst()
  }

  /// Notes that a handler came back.
  mutating func noteReturn(of run: RunNumber) {
    guard var activity = activities[run] else { return }
    activity.calls -= 1
    let isOver = activity.calls <= 0 && device.engine.run(run) == nil
    activities[run] = isOver ? nil : activity
  }

  /// Takes the processes out that have ended, with the runs that were in their hands.
  ///
  /// What they still sleep for never comes, as nothing does for a process that is gone.
  mutating func bury() -> [AppProcess] {
    let dead = processes.filter { !device.lives($0.key) }.values
      .sorted { ($0.app, $0.identity.pid) < ($1.app, $1.identity.pid) }
    for process in dead {
      processes[process.identity] = nil
      history.note("process ended", process.app, at: device.wall)
    }
    for (number, activity) in activities {
      let isGone = runs[number].map { processes[$0.process] == nil } ?? true
      guard isGone || activity.calls <= 0 && device.engine.run(number) == nil else { continue }
      activities[number] = nil
    }
    if !dead.isEmpty {
      sleepers.abandon { [processes, runs] run in
        runs[run].map { processes[$0.process] == nil } ?? false
      }
    }
    return dead
  }

  private mutating func take(_ handover: Handover) {
    switch handover {
    case .task(let run):
      guard device.lives(run.process) else { return }
      let process = process(run.key.app, run.process)
      runs[run.number] = run
      waiting.append(.deliver(run, process))
    case .expiration(let run, let reason, _):
      guard let process = processes[run.process] else { return }
      waiting.append(.expire(run, reason, process))
    case .push(let push, _): device.send(.pushHandled(push.app))
    case .transferEvents(let app, let session, _):
      device.send(.transferEventsHandled(app, session: session))
    }
  }

  private mutating func process(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity
  ) -> AppProcess {
    if let process = processes[identity] { return process }
    let process = AppProcess(app: app, identity: identity)
    processes[identity] = process
    history.note("launched", app, at: device.wall)
    waiting.append(.launch(process))
    return process
  }

  private mutating func noteEnvironment(of app: AppIdentifier) {
    let environment = environmentNow(of: app)
    guard let known = environments[app], known != environment else { return }
    environments[app] = environment
    for process in processes.values where process.app == app {
      waiting.append(.environment(environment, process))
    }
  }

  func environmentNow(of app: AppIdentifier) -> AppEnvironment {
    let machine = device.engine.device
    let isOn = device.engine.overview(of: app)?.record.isRefreshOn ?? true
    return AppEnvironment(
      isLowPower: machine.isLowPower,
      backgroundRefresh: machine.isRefreshOn && isOn ? "available" : "denied",
      thermalState: machine.thermal.rawValue,
      resources: machine.resources
    )
  }

  /// Whether every piece of code that was called is at rest.
  var isAtRest: Bool { calls == 0 && !isStepping && waiting.isEmpty && busyRuns.isEmpty }

  /// The runs whose code is waited for.
  ///
  /// A handler that was called has to come back; a task that is open has to be completed, unless
  /// its code sleeps on the device's clock.
  var busyRuns: [RunNumber] {
    activities.compactMap { number, activity in
      guard !activity.isGivenUp else { return nil }
      let isOpen = device.engine.run(number) != nil && !sleepers.contains(number)
      return activity.calls > 0 || isOpen ? number : nil
    }
  }
}
