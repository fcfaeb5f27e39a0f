// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// An event: its type, and the fields that the type has.
struct EventRow: Codable {
  var type: String
  var ticket: Int64?
  var request: RequestRow?
  var key: KeyRow?
  var app: String?
  var facts: FactsRow?
  var attachment: AttachmentRow?
  var process: IdentityRow?
  var exit: ExitRow?
  var why: String?
  var isOn: Bool?
  var run: Int64?
  var success: Bool?
  var hadHandler: Bool?
  var change: DeviceChangeRow?
  var wallOffset: Int64?
  var changes: [StateChangeRow]?
  var progress: ProgressRow?
  var push: PushRow?
  var transfer: TransferRow?
  var transferKey: TransferKeyRow?
  var session: String?
  var seed: Int64?
  var bytes: Int64?
  var use: UseRow?

  private init(
    _ type: String,
    app: AppIdentifier? = nil,
    process: ProcessIdentity? = nil,
    key: RequestKey? = nil,
    run: RunNumber? = nil,
    ticket: Ticket? = nil
  ) {
    self.type = type
    self.app = app?.rawValue
    self.process = process.map { IdentityRow($0) }
    self.key = key.map { KeyRow($0) }
    self.run = run?.rawValue
    self.ticket = ticket?.rawValue
  }

  /// This row with one more field.
  private func with<Value>(_ field: WritableKeyPath<Self, Value?>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: field] = value
    return copy
  }

  init(_ event: Event) {
    self = Self.row(of: event)
  }

  private static func row(of event: Event) -> Self {
    switch event {
    case .submitted(let request, let ticket):
      Self("submitted", ticket: ticket).with(\.request, RequestRow(request))
    case .cancelled(let key, let ticket): Self("cancelled", key: key, ticket: ticket)
    case .cancelledAll(let app, let ticket): Self("cancelledAll", app: app, ticket: ticket)
    case .launchSimulated(let key, let ticket): Self("launchSimulated", key: key, ticket: ticket)
    case .expirationSimulated(let key, let it): Self("expirationSimulated", key: key, ticket: it)
    case .appInstalled(let facts): Self("appInstalled").with(\.facts, FactsRow(facts))
    case .appRemoved(let app): Self("appRemoved", app: app)
    case .appAttached(let it): Self("appAttached").with(\.attachment, AttachmentRow(it))
    case .appLaunched(let app, let it): Self("appLaunched", app: app, process: it)
    case .appFinishedLaunching(let app, let it): Self("appFinishedLaunching", app: app, process: it)
    case .appDetached(let app, let it): Self("appDetached", app: app, process: it)
    case .appEnteredForeground(let app, let it): Self("appEnteredForeground", app: app, process: it)
    case .appEnteredBackground(let app, let it): Self("appEnteredBackground", app: app, process: it)
    case .appExited(let app, let process, let status):
      Self("appExited", app: app, process: process).with(\.exit, ExitRow(status))
    case .launchFailed(let app, let why): Self("launchFailed", app: app).with(\.why, why)
    case .appForceQuit(let app): Self("appForceQuit", app: app)
    case .appUsageErased(let app): Self("appUsageErased", app: app)
    case .appOpened(let app, let ticket): Self("appOpened", app: app, ticket: ticket)
    case .appRefreshSwitched(let app, let isOn):
      Self("appRefreshSwitched", app: app).with(\.isOn, isOn)
    case .runCompleted(let run, let it): Self("runCompleted", run: run).with(\.success, it)
    case .expirationAnswered(let run, let it):
      Self("expirationAnswered", run: run).with(\.hadHandler, it)
    case .runStopped(let run): Self("runStopped", run: run)
    case .progressReported(let run, let it):
      Self("progressReported", run: run).with(\.progress, ProgressRow(it))
    case .processMeasured(let app, let process, let it):
      Self("processMeasured", app: app, process: process).with(\.use, UseRow(it))
    case .dataMoved(let app, let it): Self("dataMoved", app: app).with(\.bytes, it)
    case .pushArrived(let it): Self("pushArrived").with(\.push, PushRow(it))
    case .pushHandled(let app): Self("pushHandled", app: app)
    case .transferCreated(let it): Self("transferCreated").with(\.transfer, TransferRow(it))
    case .transferFinished(let it): Self("transferFinished").with(\.transferKey, .init(it))
    case .transferCancelled(let it):
      Self("transferCancelled").with(\.transferKey, TransferKeyRow(it))
    case .transferEventsHandled(let app, let it):
      Self("transferEventsHandled", app: app).with(\.session, it)
    case .pressureRose: Self("pressureRose")
    case .deviceResumed(let seed): Self("deviceResumed").with(\.seed, seed)
    case .rebooted: Self("rebooted")
    case .deviceChanged(let it): Self("deviceChanged").with(\.change, DeviceChangeRow(it))
    case .clockChanged(let it): Self("clockChanged").with(\.wallOffset, it.nanoseconds)
    case .timePassed: Self("timePassed")
    case .saveFailed(let it): Self("saveFailed").with(\.changes, it.map { StateChangeRow($0) })
    }
  }
}
