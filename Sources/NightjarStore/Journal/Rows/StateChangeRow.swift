// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct StateChangeRow: Codable {
  var type: String
  var app: String?
  var record: AppRow?
  var pending: PendingRow?
  var replacing: PendingRow?
  var cause: String?
  var run: RunRow?
  var ended: EndedRow?
  var crash: CrashRow?

  init(_ change: StateChange) {
    switch change {
    case .appSaved(let value): (type, record) = ("appSaved", AppRow(value))
    case .appRemoved(let value): (type, app) = ("appRemoved", value.rawValue)
    case .requestSaved(let value, let other):
      (type, pending) = ("requestSaved", PendingRow(value))
      replacing = other.map { PendingRow($0) }
    case .requestRemoved(let value, let why):
      (type, pending, cause) = ("requestRemoved", PendingRow(value), why.rawValue)
    case .runStarted(let value): (type, run) = ("runStarted", RunRow(value))
    case .runEnded(let value): (type, ended) = ("runEnded", EndedRow(value))
    case .crashesCounted(let value): (type, crash) = ("crashesCounted", CrashRow(value))
    }
  }

  func model() throws(StoreError) -> StateChange {
    switch type {
    case "appSaved": .appSaved(try demand(record, "record", of: type).model())
    case "appRemoved": .appRemoved(AppIdentifier(try demand(app, "app", of: type)))
    case "requestSaved":
      .requestSaved(
        try demand(pending, "pending", of: type).model(),
        replacing: try replaced()
      )
    case "requestRemoved":
      .requestRemoved(
        try demand(pending, "pending", of: type).model(),
        try knownWord(try demand(cause, "cause", of: type))
      )
    case "runStarted": .runStarted(try demand(run, "run", of: type).model())
    case "runEnded": .runEnded(try demand(ended, "ended", of: type).model())
    case "crashesCounted": .crashesCounted(try demand(crash, "crash", of: type).model())
    default: throw unknownWord(type, for: "state change")
    }
  }

  private func replaced() throws(StoreError) -> PendingRequest? {
    guard let replacing else { return nil }
    return try replacing.model()
  }
}
