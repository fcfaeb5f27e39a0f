// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct DeliveryStateRow: Codable {
  struct Handling: Codable {
    var push: PushRow
    var process: IdentityRow
    var until: Int64
  }

  struct Waiting: Codable {
    var transfer: TransferRow
    var createdAt: Int64
    var startsAt: Int64
  }

  var app: String
  var held: PushRow?
  var handling: [Handling]
  var waiting: [Waiting]
  var running: [TransferRow]
  var finished: [String]
  var delivering: [String: IdentityRow]
  var delay: Int64
  var delayEnds: Int64
  var isQuitBeforeBoot: Bool

  init(_ state: DeliveryState, of app: AppIdentifier) {
    self.app = app.rawValue
    held = state.push.held.map { PushRow($0) }
    handling = state.push.handling.map {
      Handling(
        push: PushRow($0.push),
        process: IdentityRow($0.process),
        until: $0.until.nanoseconds
      )
    }
    waiting = state.transfers.waiting.map {
      Waiting(
        transfer: TransferRow($0.transfer),
        createdAt: $0.createdAt.nanoseconds,
        startsAt: $0.startsAt.nanoseconds
      )
    }
    running = state.transfers.running.map { TransferRow($0) }
    finished = state.transfers.finished
    delivering = state.transfers.delivering.mapValues { IdentityRow($0) }
    delay = state.transfers.delay.nanoseconds
    delayEnds = state.transfers.delayEnds.nanoseconds
    isQuitBeforeBoot = state.isQuitBeforeBoot
  }

  func model() -> DeliveryState {
    var state = DeliveryState()
    state.push.held = held?.model()
    state.push.handling = handling.map {
      .init(
        push: $0.push.model(),
        process: $0.process.model(),
        until: Instant(nanoseconds: $0.until)
      )
    }
    state.transfers.waiting = waiting.map {
      .init(
        transfer: $0.transfer.model(),
        createdAt: Instant(nanoseconds: $0.createdAt),
        startsAt: Instant(nanoseconds: $0.startsAt)
      )
    }
    state.transfers.running = running.map { $0.model() }
    state.transfers.finished = finished
    state.transfers.delivering = delivering.mapValues { $0.model() }
    state.transfers.delay = TimeSpan(nanoseconds: delay)
    state.transfers.delayEnds = Instant(nanoseconds: delayEnds)
    state.isQuitBeforeBoot = isQuitBeforeBoot
    return state
  }
}
