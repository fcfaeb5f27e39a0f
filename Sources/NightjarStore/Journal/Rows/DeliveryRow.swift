// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct PushRow: Codable {
  var app: String
  var identifier: String
  var payload: String

  init(_ push: SilentPush) {
    app = push.app.rawValue
    identifier = push.identifier
    payload = push.payload
  }

  func model() -> SilentPush {
    SilentPush(app: AppIdentifier(app), identifier: identifier, payload: payload)
  }
}

struct TransferKeyRow: Codable {
  var app: String
  var session: String
  var identifier: String

  init(_ key: TransferKey) {
    app = key.app.rawValue
    session = key.session
    identifier = key.identifier
  }

  func model() -> TransferKey {
    TransferKey(app: AppIdentifier(app), session: session, identifier: identifier)
  }
}

struct TransferRow: Codable {
  var key: TransferKeyRow
  var isDiscretionary: Bool
  var isFromBackground: Bool
  var earliestBegin: Int64?

  init(_ transfer: Transfer) {
    key = TransferKeyRow(transfer.key)
    isDiscretionary = transfer.isDiscretionary
    isFromBackground = transfer.isFromBackground
    earliestBegin = transfer.earliestBegin?.nanoseconds
  }

  func model() -> Transfer {
    Transfer(
      key: key.model(),
      isDiscretionary: isDiscretionary,
      isFromBackground: isFromBackground,
      earliestBegin: earliestBegin.map { WallTime(nanoseconds: $0) }
    )
  }
}

struct ProgressRow: Codable {
  var completed: Int64
  var total: Int64
  var millionths: Int

  init(_ progress: TaskProgress) {
    completed = progress.completed
    total = progress.total
    millionths = progress.millionths
  }

  func model() -> TaskProgress {
    TaskProgress(completed: completed, total: total, millionths: millionths)
  }
}
