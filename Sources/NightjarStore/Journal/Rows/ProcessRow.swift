// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct IdentityRow: Codable {
  var pid: Int32
  var startTicks: UInt64

  init(_ identity: ProcessIdentity) {
    pid = identity.pid
    startTicks = identity.startTicks
  }

  func model() -> ProcessIdentity { ProcessIdentity(pid: pid, startTicks: startTicks) }
}

struct ExitRow: Codable {
  var type: String
  var number: Int32?

  init(_ status: ExitStatus) {
    switch status {
    case .exited(let code): (type, number) = ("exited", code)
    case .signaled(let signal): (type, number) = ("signaled", signal)
    case .unknown: (type, number) = ("unknown", nil)
    }
  }

  func model() throws(StoreError) -> ExitStatus {
    switch type {
    case "exited": .exited(try demand(number, "number", of: type))
    case "signaled": .signaled(try demand(number, "number", of: type))
    case "unknown": .unknown
    default: throw unknownWord(type, for: "exit status")
    }
  }
}

struct ProcessRow: Codable {
  var app: String
  var identity: IdentityRow?
  var phase: String
  var deadline: Int64?
  var isAttached: Bool
  var isDaemonStarted: Bool
  var isForeground: Bool
  var isFrozen: Bool
  var freezesAt: Int64?
  var settlesAt: Int64?
  var meter: MeterRow?

  init(_ record: ProcessRecord) {
    app = record.app.rawValue
    identity = record.identity.map { IdentityRow($0) }
    phase = record.phase.rawValue
    deadline = record.deadline?.nanoseconds
    isAttached = record.isAttached
    isDaemonStarted = record.isDaemonStarted
    isForeground = record.isForeground
    isFrozen = record.isFrozen
    freezesAt = record.freezesAt?.nanoseconds
    settlesAt = record.settlesAt?.nanoseconds
    meter = MeterRow(record.meter)
  }

  func model() throws(StoreError) -> ProcessRecord {
    var record = ProcessRecord(
      app: AppIdentifier(app),
      identity: identity?.model(),
      phase: try knownWord(phase),
      deadline: deadline.map { Instant(nanoseconds: $0) },
      isAttached: isAttached,
      isDaemonStarted: isDaemonStarted,
      isForeground: isForeground,
      isFrozen: isFrozen,
      freezesAt: freezesAt.map { Instant(nanoseconds: $0) },
      settlesAt: settlesAt.map { Instant(nanoseconds: $0) }
    )
    if let meter { record.meter = try meter.model() }
    return record
  }
}

struct AttachmentRow: Codable {
  var facts: FactsRow
  var process: IdentityRow
  var isDaemonStarted: Bool
  var isForeground: Bool
  var runs: [Int64]

  init(_ attachment: AppAttachment) {
    facts = FactsRow(attachment.facts)
    process = IdentityRow(attachment.process)
    isDaemonStarted = attachment.isDaemonStarted
    isForeground = attachment.isForeground
    runs = attachment.runs.map(\.rawValue)
  }

  func model() -> AppAttachment {
    AppAttachment(
      facts: facts.model(),
      process: process.model(),
      isDaemonStarted: isDaemonStarted,
      isForeground: isForeground,
      runs: runs.map { RunNumber(rawValue: $0) }
    )
  }
}
