// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
package import NightjarModel
internal import NightjarSystem
internal import Synchronization

/// The process side of background tasks: does what ``AppLife`` and ``TaskLife`` decide.
///
/// Everything that the system says goes through one serial queue, so that tasks are entered in the
/// order in which they were handed over. Handlers of the app run on queues of their own.
package final class AppRuntime: Sendable {
  /// How a runtime behaves; the defaults are those of an app's process.
  package struct Settings: Sendable {
    /// Whether a late registration traps at once rather than at the submission (2.2.6).
    package var isRegistrationStrict = false

    /// What ends the launch.
    package var triggers = LaunchTriggers.dispatch

    /// Where log lines go.
    package var log: @Sendable (String) -> Void = { FrameworkLog.write($0) }

    /// Told how far the app's code is; for tests, which wait for it.
    package var observe: @Sendable (HandlerMoment) -> Void = { _ in }

    /// The present on the clock that a date was made by; for tests, whose devices have their own.
    package var present: @Sendable (WallTime) -> WallTime = { _ in
      WallTime(nanoseconds: Clocks.wall)
    }

    /// Makes the settings of an app's process.
    package init() {}
  }

  /// Something that the app's code did with a run.
  package enum HandlerMoment: Hashable, Sendable {
    /// The launch handler, or then the expiration handler, is about to be called.
    case entered(RunNumber)

    /// The launch handler, or then the expiration handler, came back, or need not be called.
    case returned(RunNumber)

    /// An asynchronous call of the app's waits for its turn.
    case callBegan

    /// An asynchronous call was answered.
    case callEnded

    /// A run that had ended was completed once more.
    case completedAgain(RunNumber)
  }

  struct State {
    var life: AppLife
    var tasks: [RunNumber: TaskHandle] = [:]
    var environment: AppEnvironment?
    var environmentObservers: [@Sendable (AppEnvironment) -> Void] = []
    var hasWaitedForEnvironment = false
    var hasRegistered = false
    var isLaunchAnnounced = false
    var hasWarnedOnMain = false
  }

  /// What the app says of itself.
  package let facts: AppFacts
  let system: any TaskSystem

  /// How it behaves.
  package let settings: Settings
  let state: Mutex<State>
  let environmentArrived = DispatchSemaphore(value: 0)

  /// Events of the system, one at a time.
  let inbox = DispatchQueue(label: "org.nightjar.BackgroundTasks.inbox")

  /// Calls to the system on behalf of asynchronous calls of the app, in their order.
  let calls = DispatchQueue(label: "org.nightjar.BackgroundTasks.calls")

  /// Expiration handlers: never a queue that the app blocks (3.3.6).
  let expirations = DispatchQueue(
    label: "com.apple.BGTaskScheduler.expiration",
    qos: .userInitiated
  )

  /// Makes a runtime that has not started.
  ///
  /// - Parameters:
  ///   - facts: What the app says of itself.
  ///   - system: The daemon, or a virtual device.
  ///   - settings: How it behaves.
  package init(facts: AppFacts, system: any TaskSystem, settings: Settings = Settings()) {
    self.facts = facts
    self.system = system
    self.settings = settings
    state = Mutex(State(life: AppLife(facts: facts, isStrict: settings.isRegistrationStrict)))
  }

  /// Makes the process known and waits for its launch to finish; called once, at first use.
  package func start() {
    DispatchQueue.main.setSpecific(key: Self.mainMark, value: true)
    system.attach(facts) { [weak self] event in
      guard let self else { return }
      inbox.async { self.handle(event) }
    }
    settings.triggers.mainTurn { [weak self] in self?.finishLaunching() }
  }

  /// Ends the launch: held tasks are entered, and a later registration counts as late.
  package func finishLaunching() {
    guard let unhandled = state.withLock({ $0.life.finishLaunch() }) else { return }
    for identifier in unhandled {
      log(.noHandler(identifier))
    }
    inbox.async { self.enterReady() }
    let isAnnounced = state.withLock { $0.isLaunchAnnounced }
    if !isAnnounced { system.finishLaunching() }
  }

  func log(_ line: LogLine) { settings.log(line.text) }

  // MARK: - Registration

  /// Takes the handler of an identifier.
  ///
  /// - Returns: Whether it was taken; `false` means that the identifier is not permitted.
  package func register(_ identifier: TaskIdentifier, _ handler: LaunchHandler) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.hasRegistered = true }
      return !state.hasRegistered
    }
    if isFirst {
      settings.triggers.limit { [weak self] in self?.finishLaunching() }
    }
    let answer = state.withLock { state in
      Result { () throws(Trap) in try state.life.register(identifier, handler) }
    }
    switch answer {
    case .success(true): return true
    case .success(false):
      log(.registrationRefused(identifier))
      return false
    case .failure(let trap): trap.spring()
    }
  }

  // MARK: - Tasks

  private func handle(_ event: SystemEvent) {
    switch event {
    case .deliver(let delivery):
      state.withLock { $0.life.receive(delivery) }
      enterReady()
    case .expire(let run, let reason): expire(run, reason: reason)
    case .withdraw(let run):
      let task = state.withLock { $0.tasks.removeValue(forKey: run) }
      task?.withdraw()
    case .environment(let environment):
      noteEnvironment(environment)
    }
  }

  private func enterReady() {
    let ready = state.withLock { $0.life.takeReady() }
    for (delivery, reception) in ready {
      switch reception {
      case .enter(let handler): enter(delivery, handler)
      case .drop:
        log(.droppedNotPermitted(RequestKey(app: facts.identifier, task: delivery.identifier)))
        system.complete(delivery.run, success: false)
        settings.observe(.returned(delivery.run))
      case .trap(let trap): trap.spring()
      }
    }
  }

  private func enter(_ delivery: Delivery, _ handler: LaunchHandler) {
    let task = TaskHandle(delivery, runtime: self)
    let isNew = state.withLock { state in
      guard state.tasks[delivery.run] == nil else { return false }
      state.tasks[delivery.run] = task
      return true
    }
    // A daemon that restarted may hand over again what this process has already.
    guard isNew else { return }
    handler.queue.async {
      self.settings.observe(.entered(delivery.run))
      handler.body(task)
      self.settings.observe(.returned(delivery.run))
    }
  }

  private func expire(_ run: RunNumber, reason: String) {
    guard let task = state.withLock({ $0.tasks[run] }) else {
      settings.observe(.returned(run))
      return
    }
    switch task.expire(reason: reason) {
    case .nothing: settings.observe(.returned(run))
    case .call(let handler):
      system.answerExpiration(of: run, hadHandler: true)
      expirations.async {
        self.settings.observe(.entered(run))
        handler.body()
        self.settings.observe(.returned(run))
      }
    case .withoutHandler:
      state.withLock { _ = $0.tasks.removeValue(forKey: run) }
      log(
        .expiredWithoutHandler(
          RequestKey(app: facts.identifier, task: task.delivery.identifier)
        )
      )
      system.answerExpiration(of: run, hadHandler: false)
    }
  }

  func taskCompleted(_ task: TaskHandle, success: Bool) {
    let run = task.delivery.run
    state.withLock { _ = $0.tasks.removeValue(forKey: run) }
    system.complete(run, success: success)
  }

  static let mainMark = DispatchSpecificKey<Bool>()
}
