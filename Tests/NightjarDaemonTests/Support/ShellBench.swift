// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel

@testable import NightjarDaemon

/// A shell with made-up surroundings that note what is done to them.
final class ShellBench: ProcessPort, AppLinkPort, ClockPort {
  let store = FakeStore()
  let inbox = Inbox()
  private(set) var done: [String] = []
  var launchError: String?
  var now = Instant(nanoseconds: 1_000_000_000)
  private(set) var wakeAt = Instant.distantFuture
  private var launches: Int32 = 0

  static let app = AppIdentifier("org.example.app")
  static let facts = AppFacts(
    identifier: app,
    executable: "/bin/app",
    permittedIdentifiers: ["a", "b", "c", "d"],
    backgroundModes: ["fetch", "processing"]
  )

  private(set) lazy var shell = Shell(
    engine: Engine(
      policy: Policy(preset: .mains),
      snapshot: Snapshot(device: DeviceState(), wallOffset: WallOffset(nanoseconds: 0)),
      at: now
    ),
    ports: Shell.Ports(state: store, processes: self, links: self, clock: self),
    inbox: inbox
  )

  init() {
    shell.happen(.appInstalled(Self.facts))
    store.commitAll()
    done = []
  }

  /// Whether the machine slept, until somebody asks.
  var isJustAwake = false

  func hasSlept() -> Bool {
    defer { isJustAwake = false }
    return isJustAwake
  }

  var wall: WallTime { WallTime(nanoseconds: now.nanoseconds) }

  /// What was done since the last time.
  func takeDone() -> [String] {
    defer { done = [] }
    return done
  }

  /// What every process has used.
  var use: ResourceUse?

  func note(_ what: String) {
    done.append(what)
  }

  // MARK: - What happens

  func submit(
    _ task: String,
    _ kind: TaskKind = .processing,
    floor: WallTime? = nil,
    then: @escaping (Replies.Answer) -> Void = { _ in }
  ) {
    let ticket = shell.expect { [self] answer in
      note("answer \(Self.word(answer))")
      then(answer)
    }
    let key = RequestKey(app: Self.app, task: TaskIdentifier(task))
    let request = TaskRequest(key: key, kind: kind, earliestBegin: floor)
    shell.happen(.submitted(request, ticket))
  }

  func cancel(_ task: String) {
    let ticket = shell.expect { [self] answer in note("answer \(Self.word(answer))") }
    shell.happen(.cancelled(RequestKey(app: Self.app, task: TaskIdentifier(task)), ticket))
  }

  func attach(_ process: ProcessIdentity, runs: [RunNumber] = []) {
    let attachment = AppAttachment(
      facts: Self.facts,
      process: process,
      isDaemonStarted: true,
      isForeground: false,
      runs: runs
    )
    shell.happen(.appAttached(attachment))
    shell.happen(.appFinishedLaunching(Self.app, process))
  }

  static func process(_ number: Int32) -> ProcessIdentity {
    ProcessIdentity(pid: number, startTicks: 1)
  }

  private static func word(_ answer: Replies.Answer) -> String {
    switch answer {
    case .accepted: "accepted"
    case .refused: "refused"
    case .cancelled(let count): "cancelled \(count)"
    case .simulated(let answer): "simulated \(answer.rawValue)"
    case .opened: "opened"
    case .notSaved: "notSaved"
    }
  }

  // MARK: - Ports

  func launch(_ facts: AppFacts, inForeground: Bool) throws -> ProcessIdentity {
    note("launch")
    if let launchError { throw DaemonError(launchError) }
    launches += 1
    return Self.process(launches)
  }

  func terminate(_ app: AppIdentifier, _ process: ProcessIdentity) { note("terminate") }
  func kill(_ app: AppIdentifier, _ process: ProcessIdentity) { note("kill") }
  func freeze(_ app: AppIdentifier, _ process: ProcessIdentity) { note("freeze") }
  func thaw(_ app: AppIdentifier, _ process: ProcessIdentity) { note("thaw") }
  func use(of app: AppIdentifier, _ process: ProcessIdentity) -> ResourceUse? { use }
  func deliver(_ run: Run) { note("deliver \(run.key.task.rawValue)") }

  func expire(_ run: Run, reason: ExpirationReason, grace: TimeSpan) {
    note("expire \(run.key.task.rawValue)")
  }

  func withdraw(_ run: Run) { note("withdraw \(run.key.task.rawValue)") }
  func wake(at instant: Instant) { wakeAt = instant }
}
