// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `Conversions` {
  typealias Scheduler = SchedulerInterface

  static let key = RequestKey(
    app: AppIdentifier("org.example.app"),
    task: TaskIdentifier("org.example.app.réfresh")
  )

  static let requests: [TaskRequest] = [
    TaskRequest(key: key, kind: .refresh),
    TaskRequest(
      key: key,
      kind: .processing,
      earliestBegin: WallTime(nanoseconds: 1_900_000_000_123_456_789),
      conditions: [.network, .externalPower]
    ),
    TaskRequest(
      key: key,
      kind: .healthResearch,
      earliestBegin: WallTime(nanoseconds: -1_500_000_001),
      conditions: .network,
      protectionType: "NSFileProtectionComplete"
    ),
    TaskRequest(
      key: key,
      kind: .continued,
      continued: ContinuedDetails(
        title: "Upload",
        subtitle: "",
        strategy: .fail,
        resources: 1
      )
    ),
  ]

  /// What comes out of the wire when a message is put into it.
  private func sent<Message: Codable>(_ message: Message) throws -> Message {
    let frame = try FrameCoder.frame(OutgoingReply(parameters: message, continues: nil))
    return try FrameCoder.parameters(Message.self, of: Array(frame.dropLast()))
  }

  @Test(arguments: requests)
  func `a request comes back as it was`(request: TaskRequest) throws {
    #expect(try sent(Scheduler.Submit.Parameters(request)).taskRequest() == request)
    let pending = PendingRequest(
      request: request,
      number: SubmissionNumber(rawValue: 7),
      submittedAt: WallTime(nanoseconds: 1_800_000_000_000_000_001)
    )
    let back = try sent(Scheduler.Request(pending)).pendingRequest(number: pending.number)
    #expect(back == pending)
  }

  @Test(arguments: [
    Int64.min, -1, 0, 1, 999_999_999, 1_000_000_000, 1_769_000_000_100_000_000, .max,
  ])
  func `a date keeps its nanoseconds`(nanoseconds: Int64) throws {
    let date = WallTime(nanoseconds: nanoseconds)
    let back = try #require(WallTime(rfc3339: date.exactRFC3339))
    // 64 bits do not hold the whole second before it, which the spelling is made of.
    let tolerance: Int64 = nanoseconds == .min ? 1_000_000_000 : 0
    #expect(abs((back - date).nanoseconds) <= tolerance)
  }

  @Test(
    arguments: [
      ("kind", "bakery"), ("earliestBeginDate", "tomorrow"), ("earliestBeginDate", "2030-13-01"),
      ("requiredResources", "-1"), ("identifier", ""), ("identifier", "a\nb"), ("app", ""),
      ("strategy", "hope"),
      ("identifier", String(repeating: "i", count: 256)),
    ]
  )
  func `a field that cannot be used is named with its value and a remedy`(
    field: String,
    value: String
  ) throws {
    var message = Scheduler.Submit.Parameters(
      app: "a",
      identifier: "i",
      kind: "continued",
      title: "t",
      subtitle: "s"
    )
    switch field {
    case "kind": message.kind = value
    case "earliestBeginDate": message.earliestBeginDate = value
    case "requiredResources": message.requiredResources = Int(value)
    case "identifier": message.identifier = value
    case "app": message.app = value
    default: message.strategy = value
    }
    let error = try #require(throws: Scheduler.BadValue.self) { try message.taskRequest() }
    #expect(error.parameter == field)
    #expect(error.value == value)
    #expect(!error.message.isEmpty)
  }

  @Test func `an app's facts come back as they were`() throws {
    let facts = AppFacts(
      identifier: AppIdentifier("org.example.app"),
      bundleIdentifier: "org.example.app",
      executable: "/usr/bin/app",
      arguments: ["--x", ""],
      workingDirectory: "/",
      infoPlist: "/usr/bin/Info.plist",
      name: "App",
      build: "7",
      permittedIdentifiers: ["b", "a"],
      backgroundModes: ["fetch", "processing"],
      entitlements: ["e"]
    )
    #expect(try sent(AppsInterface.Facts(facts)).appFacts() == facts)
    let bare = AppFacts(identifier: AppIdentifier("/bin/x"))
    #expect(try sent(AppsInterface.Facts(bare)).appFacts() == bare)
  }

  @Test(arguments: [
    AppFacts(identifier: AppIdentifier("")),
    AppFacts(identifier: AppIdentifier("a"), executable: "relative"),
    AppFacts(identifier: AppIdentifier("a"), executable: "/a\0b"),
    AppFacts(identifier: AppIdentifier("a"), arguments: ["\0"]),
  ])
  func `facts that no process could be started from are refused`(facts: AppFacts) throws {
    let error = #expect(throws: AppsInterface.BadApp.self) {
      try AppsInterface.Facts(facts).appFacts()
    }
    #expect(error?.app == facts.identifier.rawValue)
  }

  @Test func `a refusal comes back with its facts and a code from the future`() throws {
    for code in [1, 2, 3, 4, 99] {
      let error = SubmissionError(
        SubmissionError.Code(rawValue: code),
        "no",
        facts: [
          "Pending Limit": .number(1), "Pending Identifiers": .texts(["a"]), "Reason": .text("7"),
          "None": .texts([]),
        ]
      )
      #expect(try sent(Scheduler.SubmissionRefused(error)).submissionError == error)
    }
  }

  @Test func `a task is spelt with its state and every reason`() throws {
    let pending = PendingRequest(
      request: Self.requests[1],
      number: SubmissionNumber(rawValue: 1),
      submittedAt: WallTime(nanoseconds: 1_800_000_000_000_000_000)
    )
    let status = TaskStatus(
      pending: pending,
      state: .pending,
      reasons: [
        .waitingForNetwork,
        .budgetSpent(
          BudgetLevel(
            .meteredData,
            spent: 20,
            limit: 20,
            refillsAt: WallTime(nanoseconds: 1_900_000_000_000_000_000)
          )
        ),
      ]
    )
    let task = try sent(Scheduler.Task(status))
    #expect(task.state == "pending")
    #expect(task.task == Self.key.task.rawValue)
    #expect(task.submittedAt == "2027-01-15T08:00:00Z")
    #expect(task.reasons.map(\.reason) == ["waitingForNetwork", "budgetSpent"])
    #expect(task.reasons.map(\.clearsAt) == [nil, "2030-03-17T17:46:40Z"])
    #expect(task.reasons[1].seen == "20 of 20 MB on metered networks spent")
    #expect(task.reasons[1].needed == "a refill at 2030-03-17T17:46:40Z")
    #expect(task.run == nil)
  }

  @Test func `a run that has ended is spelt with its outcome`() throws {
    let entry = HistoryEntry(
      run: RunNumber(rawValue: 9),
      key: Self.key,
      kind: .refresh,
      submittedAt: WallTime(nanoseconds: 0),
      startedAt: WallTime(nanoseconds: 1_000_000_000),
      endedAt: WallTime(nanoseconds: 2_000_000_000),
      outcome: .killed,
      expiration: .conditionLost(.network),
      isSimulated: false,
      use: ResourceUse(cpu: .milliseconds(1250), writtenBytes: 4096)
    )
    let task = try sent(Scheduler.Task(entry))
    #expect(task.state == "expired")
    #expect(task.outcome == "killed")
    #expect(task.expirationReason == "conditionLost.network")
    #expect(task.endedAt == "1970-01-01T00:00:02Z")
    #expect(task.run == 9)
    #expect(task.use == Scheduler.Use(cpuSeconds: 1.25, writtenBytes: 4096))
  }

  @Test func `each event of an attached app comes back as it was`() throws {
    typealias Apps = AppsInterface
    let events: [Apps.AttachEvent] = [
      .attached,
      .deliver(Apps.Delivery(run: 1, identifier: "i", kind: "refresh")),
      .expire(Apps.Expiry(RunNumber(rawValue: 2), .user, grace: .seconds(-1))),
      .withdraw(run: 3),
      .environment(
        Apps.Environment(
          lowPowerMode: true,
          backgroundRefresh: "available",
          thermalState: "fair",
          resources: 1
        )
      ),
    ]
    for event in events {
      #expect(try sent(Apps.Attach.Reply(event)).event == event)
    }
    #expect(Apps.Attach.Reply().event == nil)
  }

  @Test func `a line of the log is spelt with what it is about`() throws {
    let line = try sent(
      DaemonInterface.Line(
        LogLine.replaced(Self.key),
        at: WallTime(nanoseconds: 0),
        level: "notice"
      )
    )
    #expect(line.category == "BackgroundTasks:Framework")
    #expect(line.message == "replaced pending request \"\(Self.key.task.rawValue)\"")
    #expect(line.app == Self.key.app.rawValue)
    #expect(line.at == "1970-01-01T00:00:00Z")
  }
}
