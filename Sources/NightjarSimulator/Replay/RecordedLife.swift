// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel

/// What is to be played again of recorded segments that follow each other without a gap: what came
/// from outside, and what runs did.
struct RecordedLife {
  /// The events that do not follow from what was decided.
  private(set) var outside: [RecordedDecision] = []

  /// The runs of each task, in the order of their starts.
  private(set) var runs: [RequestKey: [RecordedRun]] = [:]

  /// The task of each run.
  private(set) var keys: [RunNumber: RequestKey] = [:]

  /// When each task was started.
  private(set) var starts: [RequestKey: [WallTime]] = [:]

  /// The segment that it begins with.
  let first: Recording.Segment

  /// When the last thing happened.
  private(set) var end: Instant

  private struct Open {
    let place: Int
    let start: Instant
    let startWall: WallTime
    var askedAt: Instant?
  }

  private var open: [RunNumber: Open] = [:]
  private var engine: Engine

  /// Reads a segment by deciding it again.
  init(_ segment: Recording.Segment) {
    first = segment
    end = segment.end
    engine = Engine(policy: segment.policy, snapshot: segment.snapshot, at: segment.at)
    for record in segment.snapshot.runs { begin(record.run, isNew: false) }
    for entry in segment.entries { note(entry.record) }
  }

  /// The lives that a recording tells of, oldest first; more than one when the daemon was started
  /// again, or decided by other numbers.
  static func lives(in recording: Recording) -> [Self] {
    recording.segments.reduce(into: []) { lives, segment in
      if let last = lives.indices.last, lives[last].goOn(with: segment) { return }
      lives.append(Self(segment))
    }
  }

  /// Goes on with a segment that begins with what is known now.
  private mutating func goOn(with segment: Recording.Segment) -> Bool {
    guard segment.policy == first.policy, engine.checkpoint() == segment.snapshot else {
      return false
    }
    for entry in segment.entries { note(entry.record) }
    end = max(end, segment.end)
    return true
  }

  /// What was known at the end.
  var snapshotAtEnd: Snapshot { engine.snapshot() }

  /// What the clock showed at the end.
  var wallAtEnd: WallTime { engine.wallOffset.wall(at: end) }

  private mutating func begin(_ run: Run, isNew: Bool) {
    let place = runs[run.key, default: []].count
    runs[run.key, default: []].append(RecordedRun(key: run.key))
    keys[run.number] = run.key
    open[run.number] = Open(place: place, start: run.startedAt, startWall: run.startedWall)
    if isNew { starts[run.key, default: []].append(run.startedWall) }
  }

  private mutating func note(_ record: RecordedDecision) {
    if !noteWork(record.event, at: record.at) { outside.append(record) }
    for effect in engine.handle(record.event, at: record.at) {
      switch effect {
      case .save(.runStarted(let run)): begin(run, isNew: true)
      case .save(.runEnded(let entry)):
        if entry.outcome == .crashed { add(.crash, to: entry.run, at: record.at) }
        open[entry.run] = nil
      case .expire(let run, _, _):
        guard let place = open[run.number]?.place else { continue }
        open[run.number]?.askedAt = record.at
        runs[run.key]?[place].expiry = RecordedRun.Expiry()
      case .save, .accept, .refuse, .confirmCancel, .answerSimulation, .answerOpen, .launch,
        .deliver, .withdraw, .deliverPush, .holdPush, .dropPush, .startTransfer, .cancelTransfer,
        .deliverTransferEvents, .terminate, .kill, .freeze, .thaw, .measure, .wake, .log:
        break
      }
    }
  }

  /// Notes what the code of a task did.
  ///
  /// - Returns: Whether it was that.
  private mutating func noteWork(_ event: Event, at instant: Instant) -> Bool {
    switch event {
    case .runCompleted(let number, let success):
      guard let run = open[number], let key = keys[number] else { return true }
      if let asked = run.askedAt {
        runs[key]?[run.place].expiry?.completes = instant - asked
      } else {
        add(.complete(success: success), to: number, at: instant)
      }
      return true
    case .expirationAnswered(let number, let hadHandler):
      guard let run = open[number], let key = keys[number] else { return true }
      runs[key]?[run.place].expiry?.hadHandler = hadHandler
      return true
    case .progressReported(let number, let progress):
      add(.progress(progress), to: number, at: instant)
      return true
    case .submitted(let request, _): return noteSubmission(request, at: instant)
    case .timePassed, .saveFailed: return true
    case .cancelled, .cancelledAll, .launchSimulated, .expirationSimulated, .appInstalled,
      .appRemoved, .appAttached, .appLaunched, .appFinishedLaunching, .appDetached,
      .appEnteredForeground, .appEnteredBackground, .appExited, .launchFailed, .appForceQuit,
      .appOpened, .appUsageErased, .appRefreshSwitched, .runStopped, .processMeasured, .dataMoved,
      .pushArrived, .pushHandled,
      .transferCreated, .transferFinished, .transferCancelled, .transferEventsHandled,
      .pressureRose, .rebooted, .deviceChanged, .deviceResumed, .clockChanged:
      return false
    }
  }

  /// What an app submits while a task of it runs in the background belongs to that run.
  private mutating func noteSubmission(_ request: TaskRequest, at instant: Instant) -> Bool {
    let app = request.key.app
    guard engine.overview(of: app)?.state != "foreground" else { return false }
    let candidates = open.keys.filter { keys[$0]?.app == app }.sorted()
    guard let number = candidates.last(where: { keys[$0] == request.key }) ?? candidates.last,
      let run = open[number]
    else { return false }
    let floor = request.earliestBegin.map { $0 - run.startWall }
    add(.submit(request, floor: floor), to: number, at: instant)
    return true
  }

  private mutating func add(_ step: RecordedRun.Step, to number: RunNumber, at instant: Instant) {
    guard let run = open[number], let key = keys[number] else { return }
    runs[key]?[run.place].deeds.append(
      RecordedRun.Deed(after: max(instant - run.start, .zero), step: step)
    )
  }
}
