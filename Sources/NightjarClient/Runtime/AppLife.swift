// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The life of an app's process as far as background tasks go: its registrations and its launch.
///
/// A pure value: every rule of spec 2.2, 2.3.1 (a)–(e) and 3.1 is decided here, and
/// ``AppRuntime`` does what the answers say.
struct AppLife {
  /// How far the launch of the process is.
  private enum Launch {
    /// Deliveries wait, so that handlers registered during launch are found (3.1.2).
    case underWay
    case finished
  }

  /// One handler of the process; it is there until the process ends (2.2.11).
  struct Registration {
    var handler: LaunchHandler

    /// Whether it came after launch had finished, which only continued processing may (2.2.6).
    var isLate: Bool
  }

  /// What is to be done with a delivery.
  enum Reception {
    case enter(LaunchHandler)
    case drop
    case trap(Trap)
  }

  private let facts: AppFacts
  private let permitted: PermittedIdentifiers
  private let isStrict: Bool
  private var registrations: [TaskIdentifier: Registration] = [:]
  private var launch = Launch.underWay
  private var waiting: [Delivery] = []

  init(facts: AppFacts, isStrict: Bool) {
    self.facts = facts
    self.isStrict = isStrict
    permitted = PermittedIdentifiers(
      entries: facts.permittedIdentifiers,
      bundleIdentifier: facts.bundleIdentifier
    )
  }

  /// Takes a handler.
  ///
  /// - Returns: Whether it was taken; `false` means that the identifier is not permitted.
  /// - Throws: The trap of a second handler, or of a late one where registration is strict.
  mutating func register(
    _ identifier: TaskIdentifier,
    _ handler: LaunchHandler
  ) throws(Trap) -> Bool {
    guard permitted.permitsRegistration(of: identifier) else { return false }
    guard registrations[identifier] == nil else { throw .alreadyRegistered(identifier) }
    let isLate =
      switch launch {
      case .underWay: false
      case .finished: true
      }
    if isLate, isStrict, !permitted.isCoveredByWildcard(identifier) {
      throw .registeredLate(identifier)
    }
    registrations[identifier] = Registration(handler: handler, isLate: isLate)
    return true
  }

  /// What is wrong with a submission before the system is asked.
  ///
  /// - Returns: The refusal; `nil` when the system is to decide.
  /// - Throws: The trap of a missing handler, or of a late one.
  func objection(to request: TaskRequest) throws(Trap) -> SubmissionError? {
    let identifier = request.key.task
    guard permitted.permits(identifier, kind: request.kind) else {
      return .unrecognized(identifier, kind: request.kind, permitted: permitted)
    }
    guard let registration = registrations[identifier] else { throw .noHandler(identifier) }
    if registration.isLate, request.kind != .continued { throw .registeredLate(identifier) }
    if let mode = request.kind.requiredMode, !facts.backgroundModes.contains(mode) {
      return .missingMode(mode)
    }
    if request.kind == .healthResearch,
      !facts.entitlements.contains(AppFacts.healthResearchEntitlement)
    {
      return .missingEntitlement(AppFacts.healthResearchEntitlement)
    }
    return nil
  }

  /// Takes a task that the system hands over into the line.
  mutating func receive(_ delivery: Delivery) {
    waiting.append(delivery)
  }

  /// The tasks that may be entered now, in the order in which they came; none during launch.
  mutating func takeReady() -> [(delivery: Delivery, reception: Reception)] {
    switch launch {
    case .underWay: return []
    case .finished:
      defer { waiting = [] }
      return waiting.map { ($0, reception(of: $0)) }
    }
  }

  /// Ends the launch.
  ///
  /// - Returns: The permitted identifiers that no handler was registered for (2.2.7); `nil` when
  ///   the launch had ended before.
  mutating func finishLaunch() -> [TaskIdentifier]? {
    switch launch {
    case .finished: return nil
    case .underWay:
      launch = .finished
      return permitted.literals.filter { registrations[$0] == nil }.sorted()
    }
  }

  private func reception(of delivery: Delivery) -> Reception {
    if let registration = registrations[delivery.identifier] {
      return .enter(registration.handler)
    }
    guard permitted.permits(delivery.identifier, kind: delivery.kind) else { return .drop }
    return .trap(.noHandler(delivery.identifier))
  }
}
