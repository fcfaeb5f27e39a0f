// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// What an app's process needs from the system: the daemon, or a virtual device in tests.
///
/// Calls that answer block the caller until the answer is there or the system gives up, which takes
/// two seconds at most (2.3.11). Calls without an answer return at once and are kept until the
/// system has them.
package protocol TaskSystem: AnyObject, Sendable {
  /// Makes the process known as an app and begins to receive; called once.
  ///
  /// - Parameters:
  ///   - facts: What the app says of itself.
  ///   - receiver: Called for everything that the system has to say, one call at a time.
  func attach(_ facts: AppFacts, receiver: @escaping @Sendable (SystemEvent) -> Void)

  /// Reports that the launch of the process is over, and that it can be handed tasks.
  func finishLaunching()

  /// Reports the same, and waits until the system has it, two seconds at most.
  func announceLaunch()

  /// Asks for background time.
  ///
  /// - Returns: Whether a pending request was replaced.
  /// - Throws: `SubmissionError` when the request is refused or the system cannot be reached.
  func submit(_ request: TaskRequest) throws(SubmissionError) -> Bool

  /// Withdraws a pending request.
  ///
  /// - Throws: `ClientError` when the system cannot be reached.
  func cancel(_ key: RequestKey) throws(ClientError)

  /// Withdraws all pending requests of an app.
  ///
  /// - Throws: `ClientError` when the system cannot be reached.
  func cancelAll(of app: AppIdentifier) throws(ClientError)

  /// The pending requests of an app in the order of submission.
  ///
  /// - Throws: `ClientError` when the system cannot be reached.
  func pending(of app: AppIdentifier) throws(ClientError) -> [TaskRequest]

  /// Reports the end of a run.
  func complete(_ run: RunNumber, success: Bool)

  /// Reports whether a run that was asked back had an expiration handler.
  func answerExpiration(of run: RunNumber, hadHandler: Bool)

  /// Starts a pending request now, whatever holds it (9.4).
  ///
  /// - Throws: `ClientError` when the system cannot be reached.
  func simulateLaunch(_ key: RequestKey) throws(ClientError) -> SimulationAnswer

  /// Takes a running task back now (9.5).
  ///
  /// - Throws: `ClientError` when the system cannot be reached.
  func simulateExpiration(_ key: RequestKey) throws(ClientError) -> SimulationAnswer

  /// Reports that the app came to the front, or left it.
  func setForeground(_ isForeground: Bool)

  /// Whether the process began in front; what the user starts does.
  var startsInForeground: Bool { get }

  /// Whether the system started the process, and so may end it.
  var hasStartedProcess: Bool { get }
}

extension TaskSystem {
  /// Reports without waiting, as a system does that is in the same process.
  package func announceLaunch() { finishLaunching() }

  /// True, as in a process that the user started.
  package var startsInForeground: Bool { true }

  /// False, as in a process that the user started.
  package var hasStartedProcess: Bool { false }
}

/// Something that the system tells an app.
package enum SystemEvent: Hashable, Sendable {
  /// A task is the app's now.
  case deliver(Delivery)

  /// A task is asked back, with the reason as one word.
  case expire(RunNumber, reason: String)

  /// A task was taken away without a callback.
  case withdraw(RunNumber)

  /// What the app may know of the device is different now.
  case environment(AppEnvironment)
}

/// A task as an app is handed it.
package struct Delivery: Hashable, Sendable {
  /// The number to give back on completion.
  package var run: RunNumber

  /// The identifier that it was submitted under.
  package var identifier: TaskIdentifier

  /// Which kind of work it is.
  package var kind: TaskKind

  /// The headline of a continued task.
  package var title: String

  /// The line below it.
  package var subtitle: String

  /// Makes a delivery.
  package init(
    run: RunNumber,
    identifier: TaskIdentifier,
    kind: TaskKind,
    title: String = "",
    subtitle: String = ""
  ) {
    self.run = run
    self.identifier = identifier
    self.kind = kind
    self.title = title
    self.subtitle = subtitle
  }
}

/// The device as far as an app may know it.
package struct AppEnvironment: Hashable, Sendable {
  /// Low Power Mode.
  package var isLowPower: Bool

  /// `available`, `denied` or `restricted` (5.2).
  package var backgroundRefresh: String

  /// How hot the machine is, in Apple's four words.
  package var thermalState: String

  /// Bits of `BGContinuedProcessingTaskRequest.Resources` that may be asked for.
  package var resources: Int

  /// Makes an environment; the defaults are a cool machine where everything is switched on.
  package init(
    isLowPower: Bool = false,
    backgroundRefresh: String = "available",
    thermalState: String = "nominal",
    resources: Int = 0
  ) {
    self.isLowPower = isLowPower
    self.backgroundRefresh = backgroundRefresh
    self.thermalState = thermalState
    self.resources = resources
  }
}
