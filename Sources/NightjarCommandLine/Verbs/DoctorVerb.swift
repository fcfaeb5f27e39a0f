// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarWire

/// `nightjar doctor`.
enum DoctorVerb: Verb {
  static let local = Option(
    name: "local",
    help: "Examine the machine only; the daemon need not run."
  )

  static let policy = Option(
    name: "policy",
    help: "Print every number that the daemon decides by, what it means and where it came from."
  )

  static let command = Command(
    name: "doctor",
    summary: "Examine what this machine offers and what is missing, each with its remedy.",
    discussion: [
      "A check is ok, missing (Nightjar does without, as the line says) or failed. Exit code 1 "
        + "means that a check failed, 3 that no daemon answers; the machine is examined anyhow.",
      "With --json the answer is {\"checks\": [{\"name\", \"state\", \"detail\", "
        + "\"remedy\"}], \"daemon\": {…} or null}.",
      "A number of --policy is overridden in $XDG_CONFIG_HOME/nightjar/policy.json, as in "
        + "{\"grace\": \"10s\", \"slots\": 4}; the daemon reads it when it starts and on SIGHUP.",
    ],
    options: [local, policy],
    examples: [
      Example(
        line: "nightjar doctor --local",
        meaning: "Examine a machine before the first start."
      ),
      Example(line: "nightjar doctor --policy", meaning: "See what the daemon decides by."),
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    if session.invocation.has(policy) {
      try PolicyLines.write(try session.daemon().policy(), session)
      return .done
    }
    let surroundings = session.surroundings
    let places = Places(environment: surroundings.environment)
    var checks = MachineChecks(surroundings: surroundings, places: places).all
    var status: DaemonInterface.Status.Reply?
    var failure: Failure?
    if !session.invocation.has(local) {
      do {
        let reply = try session.daemon().status()
        checks = merged(reply.checks, over: checks)
        status = reply
      } catch {
        failure = DaemonFailure.failure(for: error)
      }
      checks.insert(check(status, failure, session.socket), at: 0)
    }
    try write(checks, status, session)
    if let failure { return failure.exitCode }
    return checks.contains { $0.state == "failed" } ? .findings : .done
  }

  /// What the daemon found, and what was found here about things that it says nothing of.
  private static func merged(
    _ daemon: [DaemonInterface.Check],
    over local: [DaemonInterface.Check]
  ) -> [DaemonInterface.Check] {
    let names = Set(daemon.map(\.name))
    return daemon + local.filter { !names.contains($0.name) }
  }

  private static func check(
    _ status: DaemonInterface.Status.Reply?,
    _ failure: Failure?,
    _ socket: String
  ) -> DaemonInterface.Check {
    guard let status else {
      return DaemonInterface.Check(
        name: "daemon",
        state: "failed",
        detail: failure?.message ?? "no daemon answers at \(socket)"
      )
    }
    return DaemonInterface.Check(
      name: "daemon",
      state: "ok",
      detail: "nightjard \(status.version), process \(status.pid), preset \(status.preset), "
        + "state in \(status.stateDirectory); \(status.apps) \(status.apps == 1 ? "app" : "apps"), "
        + "\(status.pending) pending, "
        + "\(status.running) running"
    )
  }

  private static func write(
    _ checks: [DaemonInterface.Check],
    _ status: DaemonInterface.Status.Reply?,
    _ session: Session
  ) throws(OutputError) {
    if session.isJSON {
      try session.write([
        "checks": .list(checks.map(JSONText.init)),
        "daemon": status.map(JSONText.init) ?? .null,
      ])
      return
    }
    try session.write(checks, headings: ["CHECK", "STATE", "FOUND"]) { check in
      Table.Row(
        cells: [
          Table.Cell(check.name),
          Table.Cell(check.state, Paint.tone(ofState: check.state)),
          Table.Cell(check.detail),
        ],
        notes: { check.state == "ok" ? [] : check.remedy.map { [Table.Cell($0, .cyan)] } ?? [] }
      )
    }
  }
}

extension JSONText {
  init(_ check: DaemonInterface.Check) {
    self = [
      "name": .text(check.name),
      "state": .text(check.state),
      "detail": .text(check.detail),
      "remedy": .optional(check.remedy),
    ]
  }

  init(_ status: DaemonInterface.Status.Reply) {
    self = [
      "version": .text(status.version),
      "pid": .number(status.pid),
      "socket": .text(status.socket),
      "stateDirectory": .text(status.stateDirectory),
      "preset": .text(status.preset),
      "startedAt": .text(status.startedAt),
      "apps": .number(status.apps),
      "pending": .number(status.pending),
      "running": .number(status.running),
    ]
  }
}
