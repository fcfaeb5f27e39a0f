// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

// What tests do with a virtual device, and what they look at.

extension AppIdentifier {
  static let reader = AppIdentifier("com.x.reader")
  static let other = AppIdentifier("com.x.other")
}

extension AppFacts {
  /// An app that may do everything for the identifiers `a` to `z` and `<bundle>.job.*`.
  static func complete(_ app: AppIdentifier, build: String = "1") -> Self {
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    return Self(
      identifier: app,
      bundleIdentifier: app.rawValue,
      executable: "/opt/\(app.rawValue)",
      name: app.rawValue,
      build: build,
      permittedIdentifiers: letters + ["\(app.rawValue).job.*"],
      backgroundModes: ["fetch", "processing"],
      entitlements: [AppFacts.healthResearchEntitlement]
    )
  }
}

extension RequestKey {
  init(_ task: String, _ app: AppIdentifier = .reader) {
    self.init(app: app, task: TaskIdentifier(task))
  }
}

extension VirtualDevice {
  /// A device with the apps `reader` and `other` installed.
  ///
  /// Most rules have nothing to do with good moments and budgets, so it goes by them only if asked.
  static func furnished(
    _ preset: Preset = .phone,
    device: DeviceState = DeviceState(),
    isChoosy: Bool = false,
    tune: (inout Policy) -> Void = { _ in }
  ) -> Self {
    var made = Self(preset, device: device) { policy in
      if !isChoosy {
        policy.score = nil
        policy.gates = policy.gates.without([.budget, .spacing])
      }
      tune(&policy)
    }
    made.install(.complete(.reader))
    made.install(.complete(.other))
    return made
  }

  /// Starts a process as the user does; it finishes its launch.
  mutating func openByUser(
    _ app: AppIdentifier = .reader,
    finishes: Bool = true
  )
    -> ProcessIdentity
  {
    let process = newProcess(of: app, isDaemonStarted: false)
    send(.appAttached(attachment(app, process, isForeground: true)))
    if finishes { send(.appFinishedLaunching(app, process)) }
    return process
  }

  /// Submits a request.
  ///
  /// - Returns: The refusal; `nil` when it was accepted.
  @discardableResult
  mutating func submit(
    _ kind: TaskKind,
    _ task: String,
    _ app: AppIdentifier = .reader,
    after floor: TimeSpan? = nil,
    conditions: Conditions = [],
    strategy: ContinuedDetails.Strategy = .queue,
    resources: Int = 0
  ) -> SubmissionError? {
    let details = ContinuedDetails(
      title: "Title",
      subtitle: "Subtitle",
      strategy: strategy,
      resources: resources
    )
    let request = TaskRequest(
      key: RequestKey(task, app),
      kind: kind,
      earliestBegin: floor.map { wall + $0 },
      conditions: conditions,
      continued: kind == .continued ? details : nil
    )
    return refusal(in: send(.submitted(request, ticket())))
  }

  /// Submits a request that must be refused.
  mutating func refused(
    _ kind: TaskKind,
    _ task: String,
    _ app: AppIdentifier = .reader,
    strategy: ContinuedDetails.Strategy = .queue,
    resources: Int = 0
  ) throws -> SubmissionError {
    let error = submit(kind, task, app, strategy: strategy, resources: resources)
    return try #require(error)
  }

  func refusal(in effects: [Effect]) -> SubmissionError? {
    for case .refuse(_, let error) in effects { return error }
    return nil
  }

  /// The number of the run of a task; `nil` when it does not run.
  func run(_ task: String, _ app: AppIdentifier = .reader) -> RunNumber? {
    engine.statuses(of: RequestKey(task, app), at: now).compactMap(\.run).first
  }

  /// Completes the run of a task.
  mutating func complete(_ task: String, _ app: AppIdentifier = .reader, success: Bool = true) {
    guard let run = run(task, app) else { return }
    send(.runCompleted(run, success: success))
  }

  mutating func change(_ change: DeviceChange) { send(.deviceChanged(change)) }

  /// The names of the reasons that hold a pending request; `nil` when it is not pending.
  func reasons(_ task: String, _ app: AppIdentifier = .reader) -> [String]? {
    engine.statuses(of: RequestKey(task, app), at: now)
      .first { $0.run == nil }
      .map { $0.reasons.map(\.name) }
  }

  func states(_ task: String, _ app: AppIdentifier = .reader) -> [TaskState] {
    engine.statuses(of: RequestKey(task, app), at: now).map(\.state)
  }

  func isPending(_ task: String, _ app: AppIdentifier = .reader) -> Bool {
    engine.pending(of: app).contains { $0.request.key.task.rawValue == task }
  }

  /// The identifiers of the tasks that were handed over, in order.
  var delivered: [String] { deliveries.map(\.key.task.rawValue) }

  var deliveries: [Run] {
    effects.compactMap { if case .deliver(let run) = $0 { run } else { nil } }
  }

  /// How runs ended, in order: `identifier outcome`.
  var endings: [String] {
    effects.compactMap {
      guard case .save(.runEnded(let entry)) = $0 else { return nil }
      return "\(entry.key.task.rawValue) \(entry.outcome.rawValue)"
    }
  }

  var launches: [AppIdentifier] {
    effects.compactMap { if case .launch(let app, _) = $0 { app } else { nil } }
  }

  var logged: [LogLine] {
    effects.compactMap { if case .log(let line) = $0 { line } else { nil } }
  }

  var expiries: [(task: String, reason: ExpirationReason, until: Instant)] {
    effects.compactMap {
      guard case .expire(let run, let reason, let until) = $0 else { return nil }
      return (run.key.task.rawValue, reason, until)
    }
  }
}
