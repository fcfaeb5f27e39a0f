// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// A pending request as the engine keeps it: small, because there may be a million.
struct Entry {
  /// Where the request is kept.
  enum Place: Equatable {
    /// In the queue of its class, waiting for its time, the class's gates or a slot.
    case queued

    /// Out of the queue until something about its app changes.
    case held

    /// Chosen; its app is being launched. A simulated launch takes no slot.
    case launching(simulated: Bool)
  }

  /// What only few requests have, kept out of line.
  final class Rare: Sendable {
    let continued: ContinuedDetails?
    let protectionType: String?

    init?(_ request: TaskRequest) {
      guard request.continued != nil || request.protectionType != nil else { return nil }
      continued = request.continued
      protectionType = request.protectionType
    }
  }

  var key: RequestKey
  let kind: TaskKind
  let conditions: Conditions
  let floor: WallTime?
  let number: SubmissionNumber
  var submittedAt: WallTime
  let rare: Rare?
  var place = Place.held

  /// When it may start if nothing else holds it back: its place in the queue.
  var readyAt: WallTime

  init(_ pending: PendingRequest) {
    let request = pending.request
    key = request.key
    kind = request.kind
    conditions = request.conditions
    floor = request.earliestBegin
    number = pending.number
    submittedAt = pending.submittedAt
    rare = Rare(request)
    readyAt = pending.eligibleSince
  }

  /// The request as it was accepted.
  var pending: PendingRequest {
    PendingRequest(
      request: TaskRequest(
        key: key,
        kind: kind,
        earliestBegin: floor,
        conditions: conditions,
        continued: rare?.continued,
        protectionType: rare?.protectionType
      ),
      number: number,
      submittedAt: submittedAt
    )
  }

  /// The floor that counts; continued requests ignore theirs (2.3.9).
  var effectiveFloor: WallTime? { kind == .continued ? nil : floor }

  /// When the request became eligible, or will.
  var eligible: WallTime { effectiveFloor.map { max($0, submittedAt) } ?? submittedAt }

  var requestClass: RequestClass { RequestClass(kind: kind, conditions: conditions) }
}

/// Requests that wait for the same conditions of the machine.
///
/// The gates of the machine are decided once for a class, whatever the number of its requests: that
/// is why a battery event costs the same with ten requests and with a million.
struct RequestClass: Hashable {
  let kind: TaskKind
  let conditions: Conditions

  /// The place of the class in a list of all classes.
  var index: Int { kind.ordinal * 4 + Int(conditions.rawValue & 3) }

  /// All classes, each at its ``index``.
  static let all: [Self] = TaskKind.allCases.flatMap { kind in
    (UInt8(0)..<4).map { Self(kind: kind, conditions: Conditions(rawValue: $0)) }
  }
}

extension TaskKind {
  /// The place of the kind in lists that have one element for each.
  var ordinal: Int {
    switch self {
    case .refresh: 0
    case .processing: 1
    case .healthResearch: 2
    case .continued: 3
    }
  }
}
