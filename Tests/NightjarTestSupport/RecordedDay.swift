// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine
package import NightjarModel
package import NightjarSimulator

/// A day of a made-up device, recorded as a daemon records it.
///
/// An app has a refresh, which asks for the next one an hour later, and a processing task that
/// needs power. Its user opens it at 07:30, 12:30 and 19:00; the charger is pulled at 07:00 and
/// comes back at 22:30. Starting the app takes 300 ms.
package struct RecordedDay {
  /// The app.
  package static let app = AppIdentifier("org.example.feed")

  /// The refresh.
  package static let refresh = RequestKey(app: app, task: TaskIdentifier("org.example.refresh"))

  /// The task that needs power.
  package static let index = RequestKey(app: app, task: TaskIdentifier("org.example.index"))

  /// The numbers that are decided by.
  package let policy = Policy(preset: .phone)

  /// When it begins, at midnight.
  package let begins = Instant(nanoseconds: 1_000_000_000)

  /// What is known at the beginning.
  package let snapshot: Snapshot

  /// What happened.
  package private(set) var records: [RecordedDecision] = []

  private var engine: Engine
  private var now: Instant
  private var agenda: [(at: Instant, event: Event)] = []
  private var wakesAt = Instant.distantFuture
  private var lastProcess: Int32 = 4000

  /// Records the day.
  package init() {
    let facts = AppFacts(
      identifier: Self.app,
      bundleIdentifier: Self.app.rawValue,
      permittedIdentifiers: [Self.refresh.task.rawValue, Self.index.task.rawValue],
      backgroundModes: ["fetch", "processing"]
    )
    // Monday, 2027-03-01.
    let midnight = WallTime(nanoseconds: 1_803_859_200_000_000_000)
    var record = AppRecord(facts: facts)
    record.lastForeground = midnight + .hours(-10)
    snapshot = Snapshot(
      device: DeviceState(power: .external, battery: 100),
      wallOffset: WallOffset(wall: midnight, at: begins),
      apps: [record]
    )
    now = begins
    engine = Engine(policy: policy, snapshot: snapshot, at: begins)
    plan()
    while let next = next(), next < begins + .days(1) { step(at: next) }
  }

  /// The day as the only segment of a recording; its entries are on the lines from 2 on.
  package var recording: Recording {
    var recording = Recording()
    let segment = Recording.Segment(policy: policy.text, snapshot: snapshot, at: begins)
    guard var segment else { return recording }
    segment.entries = records.enumerated().map { .init(line: $0 + 2, record: $1) }
    recording.segments = [segment]
    return recording
  }

  // MARK: - What happens

  private mutating func plan() {
    func at(_ minutes: Int64) -> Instant { begins + .minutes(minutes) }
    for visit in [7 * 60 + 30, 12 * 60 + 30, 19 * 60] as [Int64] {
      agenda.append((at(visit), .deviceChanged(.idle(false))))
      agenda.append((at(visit), .appOpened(Self.app, Ticket(rawValue: visit))))
      agenda.append((at(visit + 5), .submitted(request(Self.index, after: nil), ticket)))
      agenda.append((at(visit + 5), .submitted(request(Self.refresh, after: .hours(1)), ticket)))
      agenda.append((at(visit + 6), .appEnteredBackground(Self.app, process(0))))
      agenda.append((at(visit + 10), .deviceChanged(.idle(true))))
    }
    agenda.append((at(7 * 60), .deviceChanged(.power(.battery))))
    for hour in 8..<22 as Range<Int64> {
      agenda.append((at(60 * hour), .deviceChanged(.battery(Int(100 - 3 * (hour - 7))))))
    }
    agenda.append((at(22 * 60 + 30), .deviceChanged(.power(.external))))
  }

  private let ticket = Ticket(rawValue: 1)

  private func request(_ key: RequestKey, after span: TimeSpan?) -> TaskRequest {
    TaskRequest(
      key: key,
      kind: key == Self.refresh ? .refresh : .processing,
      earliestBegin: span.map { engine.wallOffset.wall(at: now) + $0 },
      conditions: key == Self.refresh ? [] : [.externalPower]
    )
  }

  private func process(_ number: Int32) -> ProcessIdentity {
    ProcessIdentity(pid: number, startTicks: 77)
  }

  // MARK: - The daemon's part

  private func next() -> Instant? {
    agenda.map(\.at).min().map { min($0, wakesAt) } ?? wakesAt
  }

  private mutating func step(at instant: Instant) {
    now = max(now, instant)
    guard let place = agenda.indices.first(where: { agenda[$0].at == instant }) else {
      wakesAt = .distantFuture
      return handle(.timePassed)
    }
    switch agenda.remove(at: place).event {
    // The floor of a request counts from the moment of the submission.
    case .submitted(let planned, let ticket):
      let floor = planned.key == Self.refresh ? TimeSpan.hours(1) : nil
      handle(.submitted(request(planned.key, after: floor), ticket))
    case .appOpened(let app, let ticket):
      guard let process = living else { return handle(.appOpened(app, ticket)) }
      handle(.appEnteredForeground(app, process))
    case .appEnteredBackground(let app, _):
      if let process = living { handle(.appEnteredBackground(app, process)) }
    case let event: handle(event)
    }
  }

  private var living: ProcessIdentity? { engine.overview(of: Self.app)?.process }

  private mutating func handle(_ event: Event) {
    let effects = engine.handle(event, at: now)
    records.append(
      RecordedDecision(at: now, event: event, decisions: effects.map(\.decisionText))
    )
    for effect in effects {
      switch effect {
      case .launch(let app, let inForeground): launch(app, inForeground)
      case .deliver(let run): work(on: run)
      case .wake(let instant): wakesAt = instant
      case .kill(let app, let process), .terminate(let app, let process):
        agenda.append((now, .appExited(app, process, .signaled(9))))
      case .save, .accept, .refuse, .confirmCancel, .answerSimulation, .answerOpen, .expire,
        .withdraw, .deliverPush, .holdPush, .dropPush, .startTransfer, .cancelTransfer,
        .deliverTransferEvents, .freeze, .thaw, .measure, .log:
        break
      }
    }
  }

  private mutating func launch(_ app: AppIdentifier, _ inForeground: Bool) {
    lastProcess += 1
    let process = process(lastProcess)
    let facts = snapshot.apps.first?.facts ?? AppFacts(identifier: app)
    let attachment = AppAttachment(
      facts: facts,
      process: process,
      isDaemonStarted: true,
      isForeground: inForeground
    )
    agenda.append((now, .appLaunched(app, process)))
    agenda.append((now + .milliseconds(300), .appAttached(attachment)))
    agenda.append((now + .milliseconds(310), .appFinishedLaunching(app, process)))
  }

  private mutating func work(on run: Run) {
    let length = run.key == Self.refresh ? TimeSpan.seconds(5) : .minutes(4)
    if run.key == Self.refresh {
      agenda.append((now + .milliseconds(50), .submitted(request(run.key, after: nil), ticket)))
    }
    agenda.append((now + length, .runCompleted(run.number, success: true)))
  }
}
