// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import NightjarClient
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

/// An app on a ``TestDevice``.
///
/// Its processes are made by the device: each launch calls the function that registers the app's
/// handlers, with a new `BGTaskScheduler.shared`. What the app keeps in global variables survives
/// from one process to the next, since it is one process of the test; a test that minds resets it
/// in that function.
public struct TestApp: Sendable {
  /// The bundle identifier.
  public let bundleIdentifier: String
  let device: TestDevice

  var core: DeviceCore { device.core }
  var identifier: AppIdentifier { AppIdentifier(bundleIdentifier) }

  // MARK: - What the user does

  /// Opens the app: it comes to the front, and is launched if it was not running.
  public func open() async {
    core.act { [identifier] in $0.open(identifier) }
    await core.rest()
  }

  /// Leaves the app: it goes to the background, and the device stays in use.
  public func leave() async {
    core.act { [identifier] in $0.leave(identifier) }
    await core.rest()
  }

  /// Swipes the app out of the switcher: its process ends, and refreshes wait until it is opened.
  public func forceQuit() async {
    core.act { [identifier] in $0.quit(identifier) }
    await core.rest()
  }

  /// The system ends the app's process in the background, as it does for memory.
  public func terminate() async {
    core.act { [identifier] in $0.reclaim(identifier) }
    await core.rest()
  }

  /// Switches Background App Refresh for this app.
  public func setBackgroundRefresh(_ isOn: Bool) async {
    core.act { [identifier] device in
      device.noteDeed("Background App Refresh \(isOn ? "on" : "off")", identifier)
      device.send(.appRefreshSwitched(identifier, isOn))
    }
    await core.rest()
  }

  // MARK: - What its code does

  /// Runs code of the app in its process, where `BGTaskScheduler.shared` is the app's own.
  ///
  /// An app that does not run is opened first. What follows from the code has happened when the
  /// call returns.
  ///
  /// - Parameter code: Code of the app.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws; ``TestFailure`` when the app ended meanwhile.
  @discardableResult
  public func perform<Value>(_ code: () async throws -> Value) async throws -> Value {
    if core.scheduler(of: identifier) == nil { await open() }
    guard let scheduler = core.scheduler(of: identifier) else {
      throw TestFailure("\"\(bundleIdentifier)\" does not run", timeline: device.timeline)
    }
    let scope = SchedulerScope(scheduler: scheduler)
    let value = try await SchedulerScope.$current.withValue(scope) { try await code() }
    await core.rest()
    return value
  }

  // MARK: - The debugger's commands

  /// Starts the pending request of a task now, whatever holds it, as Apple's debugger command does.
  ///
  /// - Returns: The run; it has ended if its handler completed it.
  /// - Throws: ``TestFailure`` when nothing is pending, or the task runs already.
  @discardableResult
  public func launch(_ task: String) async throws(TestFailure) -> TestRun {
    let answer = core.simulateLaunch(key(task))
    await core.rest()
    switch answer {
    case .done: return try requireRun(of: task)
    case .running: throw failure("\"\(task)\" runs already")
    case .notPending, .notRunning:
      throw failure("\"\(task)\" is not pending, so it cannot be launched; submit it first")
    }
  }

  /// Takes a running task back now, as Apple's debugger command does.
  ///
  /// - Returns: The run; it has ended if its expiration handler completed it.
  /// - Throws: ``TestFailure`` when the task does not run.
  @discardableResult
  public func expire(_ task: String) async throws(TestFailure) -> TestRun {
    let answer = core.simulateExpiration(key(task))
    await core.rest()
    switch answer {
    case .done: return try requireRun(of: task)
    case .running, .notPending, .notRunning:
      throw failure("\"\(task)\" does not run, so it cannot expire; launch it first")
    }
  }

  // MARK: - What is known

  /// The runs of a task, oldest first.
  public func runs(of task: String) -> [TestRun] {
    let key = key(task)
    return core.state.withLock { $0.history.runs.filter { $0.key == key }.map(\.run) }
  }

  /// The newest run of a task.
  ///
  /// - Throws: ``TestFailure`` when it has not run; it tells what holds the request, if one pends.
  public func requireRun(of task: String) throws(TestFailure) -> TestRun {
    if let run = runs(of: task).last { return run }
    let held = reasons(for: task).map { "\($0.name) (needs \($0.needed))" }
    let why =
      pendingTasks.contains(task)
      ? "it is pending, held by \(held.isEmpty ? "nothing" : held.joined(separator: ", "))"
      : "no request of it is pending"
    throw failure("\"\(task)\" has not run: \(why)")
  }

  /// The identifiers of the pending requests, in the order of submission.
  public var pendingTasks: [String] { core.pending(of: identifier).map(\.key.task.rawValue) }

  /// Makes sure that a request is pending, as after a handler that has to submit the next one.
  ///
  /// - Throws: ``TestFailure`` when none is.
  public func requirePending(_ task: String) throws(TestFailure) {
    guard !pendingTasks.contains(task) else { return }
    throw failure("\"\(task)\" is not pending: nothing has submitted it since it last ran")
  }

  /// Everything that holds the pending request of a task now; empty when nothing does.
  public func reasons(for task: String) -> [HoldReason] {
    let key = key(task)
    return core.state.withLock { state in
      state.device.engine.statuses(of: key, at: state.device.now)
        .filter { $0.run == nil }
        .flatMap(\.reasons)
        .map(HoldReason.init)
    }
  }

  private func key(_ task: String) -> RequestKey {
    RequestKey(app: identifier, task: TaskIdentifier(task))
  }

  private func failure(_ what: String) -> TestFailure {
    TestFailure(what, timeline: device.timeline)
  }
}
