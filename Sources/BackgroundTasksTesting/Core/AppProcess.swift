// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import NightjarClient
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

/// One process of an app on a virtual device: a runtime of the framework, and the device behind it.
final class AppProcess: Sendable {
  let app: AppIdentifier
  let identity: ProcessIdentity
  private let life: Mutex<Life>
  private let receiver: Mutex<(@Sendable (SystemEvent) -> Void)?>

  private enum Life {
    case new
    case up(BGTaskScheduler)
    case ended
  }

  init(app: AppIdentifier, identity: ProcessIdentity) {
    self.app = app
    self.identity = identity
    life = Mutex(.new)
    receiver = Mutex(nil)
  }

  /// What `BGTaskScheduler.shared` is in this process; `nil` before it is up and once it has ended.
  var scheduler: BGTaskScheduler? {
    switch life.withLock(\.self) {
    case .up(let scheduler): scheduler
    case .new, .ended: nil
    }
  }

  /// Starts the process: the app registers its handlers, and its launch is over.
  func launch(_ facts: AppFacts, on core: DeviceCore, _ register: () -> Void) {
    let system = VirtualTaskSystem(core: core, process: self)
    var settings = AppRuntime.Settings()
    settings.triggers = .explicit
    settings.log = { [weak core, app] in core?.note($0, app) }
    settings.observe = { [weak core] in core?.observe($0) }
    settings.present = { [weak core] in core?.appDate($0).present ?? $0 }
    let runtime = AppRuntime(facts: facts, system: system, settings: settings)
    let scheduler = BGTaskScheduler(runtime: runtime)
    let isAlive = life.withLock { life in
      switch life {
      case .new:
        life = .up(scheduler)
        return true
      // It was ended before its turn came.
      case .up, .ended: return false
      }
    }
    guard isAlive else { return }
    SchedulerScope.note(scheduler)
    runtime.start()
    SchedulerScope.$current.withValue(SchedulerScope(scheduler: scheduler)) { register() }
    runtime.finishLaunching()
  }

  /// Ends the process: nothing reaches it any more, and `shared` no longer finds it.
  func end() {
    receiver.withLock { $0 = nil }
    // Released outside the lock, since it may hold the last reference to something of the app's.
    let last = life.withLock { life in
      defer { life = .ended }
      return life
    }
    switch last {
    case .up(let scheduler): SchedulerScope.forget(scheduler)
    case .new, .ended: break
    }
  }

  func receive(_ receiver: @escaping @Sendable (SystemEvent) -> Void) {
    self.receiver.withLock { $0 = receiver }
  }

  /// Hands an event over.
  ///
  /// - Returns: Whether the process was there to take it.
  @discardableResult
  func send(_ event: SystemEvent) -> Bool {
    guard let receiver = receiver.withLock(\.self) else { return false }
    receiver(event)
    return true
  }
}

/// The virtual device as an app's runtime sees it.
private final class VirtualTaskSystem: TaskSystem {
  private let core: DeviceCore
  private let process: AppProcess

  init(core: DeviceCore, process: AppProcess) {
    self.core = core
    self.process = process
  }

  func attach(_ facts: AppFacts, receiver: @escaping @Sendable (SystemEvent) -> Void) {
    process.receive(receiver)
    receiver(.environment(core.environment(of: process.app)))
  }

  // The device takes a process for launched from its beginning, and hands tasks over once it is.
  func finishLaunching() {}

  func submit(_ request: TaskRequest) throws(SubmissionError) -> Bool {
    try core.submit(request, from: process)
  }

  func cancel(_ key: RequestKey) {
    core.act(from: process) { device in device.ask { .cancelled(key, $0) } }
  }

  func cancelAll(of app: AppIdentifier) {
    core.act(from: process) { device in device.ask { .cancelledAll(app, $0) } }
  }

  func pending(of app: AppIdentifier) -> [TaskRequest] { core.pending(of: app) }

  func complete(_ run: RunNumber, success: Bool) {
    core.complete(run, success: success, from: process)
  }

  func answerExpiration(of run: RunNumber, hadHandler: Bool) {
    core.answerExpiration(of: run, hadHandler: hadHandler)
  }

  func simulateLaunch(_ key: RequestKey) -> SimulationAnswer { core.simulateLaunch(key) }

  func simulateExpiration(_ key: RequestKey) -> SimulationAnswer { core.simulateExpiration(key) }

  func setForeground(_ isForeground: Bool) {
    core.act(from: process) { [app = process.app] device in
      if isForeground { device.open(app) } else { device.leave(app) }
    }
  }
}
