// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct KeyRow: Codable {
  var app: String
  var task: String

  init(_ key: RequestKey) {
    app = key.app.rawValue
    task = key.task.rawValue
  }

  func model() -> RequestKey { RequestKey(app: AppIdentifier(app), task: TaskIdentifier(task)) }
}

struct RequestRow: Codable {
  var key: KeyRow
  var kind: String
  var earliestBegin: Int64?
  var conditions: UInt8
  var continued: ContinuedRow?
  var protectionType: String?

  init(_ request: TaskRequest) {
    key = KeyRow(request.key)
    kind = request.kind.rawValue
    earliestBegin = request.earliestBegin?.nanoseconds
    conditions = request.conditions.rawValue
    continued = request.continued.map { ContinuedRow($0) }
    protectionType = request.protectionType
  }

  func model() throws(StoreError) -> TaskRequest {
    var request = TaskRequest(key: key.model(), kind: try knownWord(kind))
    request.earliestBegin = earliestBegin.map { WallTime(nanoseconds: $0) }
    request.conditions = Conditions(rawValue: conditions)
    if let continued { request.continued = try continued.model() }
    request.protectionType = protectionType
    return request
  }
}

struct ContinuedRow: Codable {
  var title: String
  var subtitle: String
  var strategy: String
  var resources: Int

  init(_ details: ContinuedDetails) {
    title = details.title
    subtitle = details.subtitle
    strategy = details.strategy.rawValue
    resources = details.resources
  }

  func model() throws(StoreError) -> ContinuedDetails {
    ContinuedDetails(
      title: title,
      subtitle: subtitle,
      strategy: try knownWord(strategy),
      resources: resources
    )
  }
}

struct PendingRow: Codable {
  var request: RequestRow
  var number: Int64
  var submittedAt: Int64

  init(_ pending: PendingRequest) {
    request = RequestRow(pending.request)
    number = pending.number.rawValue
    submittedAt = pending.submittedAt.nanoseconds
  }

  func model() throws(StoreError) -> PendingRequest {
    PendingRequest(
      request: try request.model(),
      number: SubmissionNumber(rawValue: number),
      submittedAt: WallTime(nanoseconds: submittedAt)
    )
  }
}
