// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSQLite

/// The columns that the tables of requests and of runs begin with, in their order.
let requestColumns =
  "app, task, number, submitted_at, kind, earliest_begin, conditions, title, subtitle, strategy, "
  + "resources, protection"

/// A row that is whole for SQLite and makes no sense to us.
struct UnreadableRow: Error {
  var why: String
}

extension Statement {
  /// Binds a request to the parameters 1…12.
  func bind(_ pending: PendingRequest) {
    let request = pending.request
    bind(request.key)
    bind(pending.number.rawValue, at: 3)
    bind(pending.submittedAt.nanoseconds, at: 4)
    bind(request.kind.rawValue, at: 5)
    bind(request.earliestBegin?.nanoseconds, at: 6)
    bind(Int64(request.conditions.rawValue), at: 7)
    bind(request.continued?.title, at: 8)
    bind(request.continued?.subtitle, at: 9)
    bind(request.continued?.strategy.rawValue, at: 10)
    bind(request.continued.map { Int64($0.resources) }, at: 11)
    bind(request.protectionType, at: 12)
  }

  /// Binds an app and a task to the parameters 1 and 2.
  func bind(_ key: RequestKey) {
    bind(key.app.rawValue, at: 1)
    bind(key.task.rawValue, at: 2)
  }

  /// Reads a request from the columns 0…11.
  func pendingRequest() throws(UnreadableRow) -> PendingRequest {
    let kind = try word(TaskKind.self, at: 4)
    var continued: ContinuedDetails?
    if !isNull(at: 9) {
      continued = ContinuedDetails(
        title: text(at: 7),
        subtitle: text(at: 8),
        strategy: try word(ContinuedDetails.Strategy.self, at: 9),
        resources: Int(int64(at: 10))
      )
    }
    let request = TaskRequest(
      key: key(),
      kind: kind,
      earliestBegin: optionalInt64(at: 5).map { WallTime(nanoseconds: $0) },
      conditions: Conditions(rawValue: UInt8(truncatingIfNeeded: int64(at: 6))),
      continued: continued,
      protectionType: optionalText(at: 11)
    )
    return PendingRequest(
      request: request,
      number: SubmissionNumber(rawValue: int64(at: 2)),
      submittedAt: WallTime(nanoseconds: int64(at: 3))
    )
  }

  /// Reads an app and a task from the columns 0 and 1.
  func key() -> RequestKey {
    RequestKey(app: AppIdentifier(text(at: 0)), task: TaskIdentifier(text(at: 1)))
  }

  /// Reads a word of a closed set.
  func word<Word: RawRepresentable<String>>(
    _ type: Word.Type,
    at column: Int32
  ) throws(UnreadableRow) -> Word {
    let text = text(at: column)
    guard let word = Word(rawValue: text) else {
      throw UnreadableRow(why: "\"\(text)\" is no \(type)")
    }
    return word
  }
}
