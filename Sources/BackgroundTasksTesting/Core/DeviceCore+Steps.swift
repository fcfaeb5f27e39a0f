// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator

// What follows from a change of the device, worked out under its lock.

extension DeviceCore.State {
  /// Works out what apps have to be told after the device changed, in order.
  mutating func takeSteps() -> [DeviceCore.Step] {
    history.take(device.takeRecord())
    var steps: [DeviceCore.Step] = []
    for handover in device.takeHandovers() { take(handover, &steps) }
    // A process that is up without being handed anything: the user opened the app.
    for app in installed.keys.sorted() {
      guard let identity = device.process(of: app) else { continue }
      _ = process(app, identity, &steps)
    }
    for app in installed.keys.sorted() { noteEnvironment(of: app, &steps) }
    return steps
  }

  /// Takes the processes out that have ended, with the runs that were in their hands.
  mutating func bury() -> [AppProcess] {
    let dead = processes.filter { !device.lives($0.key) }
    for (identity, process) in dead {
      processes[identity] = nil
      history.note("process ended", process.app, at: device.wall)
    }
    for (number, run) in runs where activities[number] != nil && processes[run.process] == nil {
      activities[number] = nil
    }
    return Array(dead.values)
  }

  private mutating func take(_ handover: Handover, _ steps: inout [DeviceCore.Step]) {
    switch handover {
    case .task(let run):
      guard device.lives(run.process) else { return }
      let process = process(run.key.app, run.process, &steps)
      runs[run.number] = run
      activities[run.number] = DeviceCore.Activity(calls: 1)
      steps.append(.deliver(run, process))
    case .expiration(let run, let reason, _):
      guard let process = processes[run.process] else { return }
      asked[run.number] = (run, reason)
      activities[run.number, default: DeviceCore.Activity()].calls += 1
      activities[run.number]?.isGivenUp = false
      steps.append(.expire(run, reason, process))
    case .push(let push, _): device.send(.pushHandled(push.app))
    case .transferEvents(let app, let session, _):
      device.send(.transferEventsHandled(app, session: session))
    }
  }

  private mutating func process(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity,
    _ steps: inout [DeviceCore.Step]
  ) -> AppProcess {
    if let process = processes[identity] { return process }
    let process = AppProcess(app: app, identity: identity)
    processes[identity] = process
    history.note("launched", app, at: device.wall)
    steps.append(.launch(process))
    return process
  }

  private mutating func noteEnvironment(
    of app: AppIdentifier,
    _ steps: inout [DeviceCore.Step]
  ) {
    let environment = environmentNow(of: app)
    guard let known = environments[app], known != environment else { return }
    environments[app] = environment
    for process in processes.values where process.app == app {
      steps.append(.environment(environment, process))
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
  var isAtRest: Bool { steps == 0 && busyRuns.isEmpty }

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
