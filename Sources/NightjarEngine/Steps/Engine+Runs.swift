// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// A run from hand-over to its end: spec 3.3 and 3.4.

extension Engine {
  /// Uses a request up and hands its task to a process.
  mutating func handOver(_ slot: Int32, to process: ProcessIdentity, simulated: Bool) {
    guard let entry = entries[slot] else { return }
    wakeUp(entry.key.app, process)
    releaseLaunchSlot(entry)
    forget(slot, entry.key)
    lastRun.rawValue += 1
    let limit = policy.timeLimit(of: entry.kind)
    let run = Run(
      number: lastRun,
      consumed: entry.pending,
      process: process,
      startedAt: now,
      startedWall: wallNow,
      deadline: limit.map { now + $0 },
      isSimulated: simulated
    )
    track(RunRecord(run: run))
    chargeLaunch(run)
    effects.append(.save(.runStarted(run)))
    effects.append(.log(.starting(entry.key)))
    beginMeasuring(run)
    effects.append(.deliver(run))
    if entry.kind == .continued { noteVisibility(of: entry.key.app) }
  }

  /// Counts a run as running.
  mutating func track(_ record: RunRecord) {
    let run = record.run
    runs[run.number] = record
    apps[run.key.app]?.running[run.key.task] = run.number
    if !run.isSimulated { slots.add(run.consumed.request.kind, 1) }
    if let instant = record.graceEnds ?? run.deadline { watch(.run(run.number), until: instant) }
    if let quietSince = record.quietSince {
      watch(.run(run.number), until: quietSince + policy.stallTime)
    }
  }

  /// Counts a run as running no longer.
  mutating func untrack(_ number: RunNumber) -> RunRecord? {
    guard let record = runs.removeValue(forKey: number) else { return nil }
    let run = record.run
    apps[run.key.app]?.running[run.key.task] = nil
    if !run.isSimulated { slots.add(run.consumed.request.kind, -1) }
    return record
  }

  mutating func complete(_ number: RunNumber, success: Bool) {
    guard let record = runs[number] else { return }
    end(number, record.expiration != nil ? .expired : success ? .success : .failure)
  }

  /// Asks an app to give a task back (3.3); a task that was asked back already is left alone.
  mutating func expire(_ number: RunNumber, _ reason: ExpirationReason) {
    guard var record = runs[number], record.expiration == nil else { return }
    // All expiring tasks of a process share one grace window (3.3.5).
    let shared = runs.values.compactMap { other in
      other.run.process == record.run.process ? other.graceEnds : nil
    }
    let until = shared.filter { $0 > now }.min() ?? now + policy.grace
    record.expiration = reason
    record.graceEnds = until
    runs[number] = record
    watch(.run(number), until: until)
    effects.append(.log(.expiring(record.run.key, reason)))
    // Should it be killed, this is what is known of it.
    effects.append(.measure(record.run.key.app, record.run.process))
    effects.append(.expire(record.run, reason, until: until))
  }

  mutating func answerExpiration(_ number: RunNumber, _ hadHandler: Bool) {
    guard let record = runs[number], record.expiration != nil, !hadHandler else { return }
    effects.append(.log(.expiredWithoutHandler(record.run.key)))
    end(number, .expiredWithoutHandler)
  }

  /// A run's time is over: ask it back, or end its process when the grace is over too (3.3.4).
  mutating func meetRunDeadline(_ number: RunNumber) {
    guard let record = runs[number], !isLost(record.run) else { return }
    let run = record.run
    guard let graceEnds = record.graceEnds else {
      meetStall(number)
      if let deadline = run.deadline, deadline <= now { expire(number, .timeExhausted) }
      return
    }
    guard graceEnds <= now else { return }
    let seconds = Int(policy.grace.inSeconds)
    effects.append(.log(.notCompletedAfterExpiration(run.key, seconds: seconds)))
    end(number, .killed)
    endProcess(run.key.app, run.process, onlyDaemonStarted: true)
  }

  /// Writes a run's end down and frees what it held.
  ///
  /// A bad end is held against the app, unless it was a reboot, which is not its fault.
  mutating func end(_ number: RunNumber, _ outcome: Outcome, isBlamed: Bool = true) {
    guard let record = untrack(number) else { return }
    let run = record.run
    let entry = HistoryEntry(
      run: number,
      key: run.key,
      kind: run.consumed.request.kind,
      submittedAt: run.consumed.submittedAt,
      startedAt: run.startedWall,
      endedAt: wallNow,
      outcome: outcome,
      expiration: record.expiration,
      isSimulated: run.isSimulated,
      use: record.use
    )
    effects.append(.save(.runEnded(entry)))
    effects.append(.log(.completed(run.key, outcome)))
    if isBlamed {
      countCrash(run.key, outcome)
      chargeEnd(run, outcome, record.use)
    }
    planFreeze(run.key.app)
    reconsider(run.key.app)
  }
}

// MARK: - Crashes

extension Engine {
  /// Counts crashes in a row; the limit holds the task back until something changes (3.4.5).
  private mutating func countCrash(_ key: RequestKey, _ outcome: Outcome) {
    switch outcome {
    case .crashed: noteCrash(of: key)
    case .success, .failure, .expired: forgetCrashes(of: key)
    // A kill or a user's stop says nothing about whether the task would crash.
    case .killed, .expiredWithoutHandler, .cancelled: break
    }
  }

  mutating func noteCrash(of key: RequestKey) {
    guard var app = apps[key.app] else { return }
    let count = (app.crashes[key.task]?.count ?? 0) + 1
    let isQuarantined = count >= policy.crashLimit
    let retryAt = now + policy.doubled(policy.crashDelay, times: count)
    app.crashes[key.task] = AppState.Crashes(
      count: count,
      isQuarantined: isQuarantined,
      retryAt: isQuarantined ? nil : retryAt
    )
    apps[key.app] = app
    let record = CrashRecord(key: key, crashes: count, isQuarantined: isQuarantined)
    effects.append(.save(.crashesCounted(record)))
    if isQuarantined {
      effects.append(.log(.quarantined(key, crashes: count)))
    } else {
      watch(.retry(key.app), until: retryAt)
    }
  }

  private mutating func forgetCrashes(of key: RequestKey) {
    guard apps[key.app]?.crashes.removeValue(forKey: key.task) != nil else { return }
    let record = CrashRecord(key: key, crashes: 0, isQuarantined: false)
    effects.append(.save(.crashesCounted(record)))
  }

  /// Gives every task of an app a new chance: the user opened it, or it is a new build.
  mutating func liftQuarantine(of app: AppIdentifier) {
    guard let state = apps[app] else { return }
    for task in state.crashes.keys.sorted() {
      forgetCrashes(of: RequestKey(app: app, task: task))
    }
  }
}
