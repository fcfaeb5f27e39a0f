// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import NightjarModel
import NightjarWire

/// What the fake daemon knows.
enum Samples {
  static let now = "2026-05-01T10:05:00Z"

  static let tasks = [
    SchedulerInterface.Task(
      app: "com.example.feed",
      task: "com.example.feed.refresh",
      kind: "refresh",
      state: "pending",
      submittedAt: "2026-05-01T10:00:00Z",
      earliestBeginDate: "2026-05-01T10:30:00Z",
      reasons: [
        SchedulerInterface.Reason(
          reason: "notBefore",
          seen: "2026-05-01T10:05:00Z",
          needed: "2026-05-01T10:30:00Z or later",
          clearsAt: "2026-05-01T10:30:00Z"
        ),
        SchedulerInterface.Reason(
          reason: "waitingForExternalPower",
          seen: "on battery, 40 %",
          needed: "external power"
        ),
      ]
    ),
    SchedulerInterface.Task(
      app: "com.example.feed",
      task: "com.example.feed.reindex",
      kind: "processing",
      state: "pending",
      submittedAt: "2026-05-01T09:00:00Z",
      reasons: []
    ),
    SchedulerInterface.Task(
      app: "org.other",
      task: "org.other.clean",
      kind: "processing",
      state: "expired",
      submittedAt: "2026-05-01T08:00:00Z",
      reasons: [],
      run: 7,
      startedAt: "2026-05-01T09:00:00Z",
      endedAt: "2026-05-01T10:04:57Z",
      outcome: "expiredWithoutHandler",
      expirationReason: "timeExhausted"
    ),
  ]

  static let app = AppsInterface.App(
    facts: AppsInterface.Facts(
      identifier: "com.example.feed",
      executable: "/opt/feed",
      arguments: [],
      name: "Feed",
      build: "1",
      permittedIdentifiers: ["com.example.feed.refresh"],
      backgroundModes: ["fetch"],
      entitlements: []
    ),
    state: "background",
    pid: 99,
    backgroundRefresh: true,
    forceQuit: false,
    pending: 2,
    running: 1,
    lastOpened: "2026-05-01T10:00:00Z"
  )

  static let facts = [
    DeviceInterface.Fact(key: "power", value: "external", source: "mains", trust: "measured"),
    DeviceInterface.Fact(
      key: "battery",
      value: "15",
      source: "override",
      trust: "set",
      overridden: "80"
    ),
  ]

  static let lines = [
    DaemonInterface.Line(
      at: "2026-05-01T10:04:00.250Z",
      level: "notice",
      category: "Daemon:lifecycle",
      message: "starting \"a\"",
      app: "com.example.feed"
    ),
    DaemonInterface.Line(
      at: "2026-05-01T10:04:01Z",
      level: "error",
      category: "Daemon:lifecycle",
      message: "bad \u{1B}[31mname"
    ),
  ]
}

/// What a line led to.
struct Result {
  var code: ExitCode
  var text: String
  var errors: String
  var calls: [String]
}

/// Carries a line out against the fake daemon.
func run(
  _ arguments: [String],
  daemon: FakeDaemon? = FakeDaemon(),
  output: CapturedOutput = CapturedOutput(),
  environment: [String: String] = [:],
  programFolder: String? = nil,
  root: String = "/",
  become: @escaping @Sendable (String, [String]) -> String = { _, _ in "not here" }
) -> Result {
  let surroundings = Surroundings(
    environment: environment,
    output: output,
    now: { WallTime(rfc3339: Samples.now) ?? WallTime(nanoseconds: 0) },
    connect: { path in
      guard let daemon else { throw Failure(.noDaemon, "nobody listens at \(path)") }
      return daemon
    },
    become: become,
    programFolder: programFolder,
    root: root
  )
  let code = CommandLine(surroundings).run(arguments)
  return Result(
    code: code,
    text: output.text,
    errors: output.errors,
    calls: daemon?.calls ?? []
  )
}

extension Samples {
  static let policy = DaemonInterface.Policy.Reply(
    preset: "phone",
    file: "/home/me/.config/nightjar/policy.json",
    numbers: [
      DaemonInterface.Number(
        name: "slots",
        value: "2",
        preset: "2",
        origin: "",
        meaning: "Scheduled tasks that may run together.",
        source: "5.3 G12, ours"
      ),
      DaemonInterface.Number(
        name: "grace",
        value: "10s",
        preset: "5s",
        origin: "/home/me/.config/nightjar/policy.json",
        meaning: "How long an app has after it was asked to stop.",
        source: "3.3.4, ours"
      ),
    ]
  )

  /// Opened on Mondays at seven, and once on a Sunday just before midnight.
  static let usage = AppsInterface.Usage.Reply(
    since: "2026-04-01T07:00:00Z",
    hours: (0..<168).map { $0 == 7 ? 4 : $0 == 167 ? 1 : 0 }
  )
}

// MARK: - What the user watches

extension Samples {
  static func item(
    _ state: String,
    fraction: Double? = nil,
    completed: Int? = nil
  ) -> ActivityInterface.Item {
    ActivityInterface.Item(
      app: "com.example.album",
      task: "com.example.album.export",
      state: state,
      title: "Exporting",
      subtitle: "Summer by the sea",
      run: 4,
      completed: completed,
      total: completed.map { _ in 1000 },
      fraction: fraction
    )
  }

  static let items = [item("running", fraction: 0.42, completed: 420)]

  static var itemsAfterwards: [ActivityInterface.Item] {
    var item = item("crashed", fraction: 0.42, completed: 420)
    item.endedAt = now
    item.outcome = "crashed"
    return [item]
  }
}
