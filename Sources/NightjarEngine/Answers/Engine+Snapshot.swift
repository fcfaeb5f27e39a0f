// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

// The engine's whole knowledge as plain lists, and the way back.

extension Engine {
  /// Everything that the engine knows, in an order that does not depend on chance.
  ///
  /// An engine that is made from it decides as this one would.
  ///
  /// - Complexity: O(*n* log *n*).
  package func snapshot() -> Snapshot {
    let names = apps.keys.sorted()
    var snapshot = Snapshot(
      device: device,
      wallOffset: wallOffset,
      apps: names.compactMap { apps[$0]?.record },
      pending: entries.slots.compactMap { entries[$0]?.pending }.sorted { $0.number < $1.number },
      runs: runs.values.sorted { $0.run.number < $1.run.number },
      crashes: names.flatMap(crashRecords),
      processes: names.flatMap { apps[$0]?.processes ?? [] },
      holds: names.flatMap(holdRecords),
      lastSubmission: lastSubmission,
      lastRun: lastRun
    )
    snapshot.deliveries = apps.compactMapValues { app in
      app.deliveries == DeliveryState() ? nil : app.deliveries
    }
    return snapshot
  }

  private func crashRecords(of app: AppIdentifier) -> [CrashRecord] {
    (apps[app]?.crashes ?? [:]).sorted { $0.key < $1.key }.map { task, crashes in
      CrashRecord(
        key: RequestKey(app: app, task: task),
        crashes: crashes.count,
        isQuarantined: crashes.isQuarantined
      )
    }
  }

  private func holdRecords(of app: AppIdentifier) -> [Hold] {
    guard let state = apps[app] else { return [] }
    let requests = pendingEntries(of: app).flatMap { _, entry -> [Hold] in
      guard case .launching(let simulated) = entry.place else { return [] }
      return [.launching(entry.key, simulated: simulated)]
    }
    let stored = state.storageRetries.sorted { $0.key < $1.key }.map { task, instant in
      Hold.requestRetry(RequestKey(app: app, task: task), at: instant)
    }
    let tasks = state.crashes.sorted { $0.key < $1.key }.compactMap { task, crashes in
      crashes.retryAt.map { Hold.taskRetry(RequestKey(app: app, task: task), at: $0) }
    }
    let scored = state.scoredAt.sorted { $0.key < $1.key }.compactMap { task, instant in
      isRecent(instant) ? Hold.scored(RequestKey(app: app, task: task), at: instant) : nil
    }
    let whole = [
      state.launchRetryAt.map { Hold.appRetry(app, at: $0) },
      state.resumeTurnAt.map { Hold.resumeTurn(app, at: $0) },
    ]
    return requests + stored + tasks + scored + whole.compactMap(\.self)
  }

  mutating func restore(_ snapshot: Snapshot) {
    for record in snapshot.apps {
      apps[record.facts.identifier] = AppState(record: record)
    }
    for crash in snapshot.crashes {
      apps[crash.key.app]?.crashes[crash.key.task] = AppState.Crashes(
        count: crash.crashes,
        isQuarantined: crash.isQuarantined
      )
    }
    for process in snapshot.processes {
      apps[process.app]?.processes.append(process)
      for instant in process.instants {
        watch(.process(process.app), until: instant)
      }
    }
    for var pending in snapshot.pending where apps[pending.request.key.app] != nil {
      // A clock that lost its time over a boot must not make a request wait until it is back.
      pending.submittedAt = min(pending.submittedAt, wallNow)
      admit(pending)
    }
    for record in snapshot.runs where apps[record.run.key.app] != nil {
      track(record)
    }
    for hold in snapshot.holds {
      restore(hold)
    }
    for (app, state) in snapshot.deliveries where apps[app] != nil {
      apps[app]?.deliveries = state
      if state.isExpected { expecting.insert(app) }
      for handling in state.push.handling { watch(.process(app), until: handling.until) }
    }
    boundMeters()
    lookAgainAtEverything()
  }

  /// Puts everything that an app holds back into its queue, and watches every meter: an engine that
  /// goes on and one that is made from its snapshot then know the same moments.
  mutating func lookAgainAtEverything() {
    for slot in entries.slots where entries[slot]?.place == .held { enqueue(slot) }
    for app in apps.keys.sorted() {
      for instant in meterInstants(of: app) where instant > now {
        watch(.retry(app), until: instant)
      }
    }
    for app in expecting.sorted() {
      // Once with the next event, whatever that is: other numbers may let it through.
      watch(.deliveries(app), until: now)
      watchDeliveries(of: app)
    }
  }

  private mutating func restore(_ hold: Hold) {
    switch hold {
    case .launching(let key, let simulated):
      guard let slot = apps[key.app]?.requests[key.task], let entry = entries[slot] else { return }
      entries.beginLaunch(slot, simulated: simulated)
      if !simulated { slots.add(entry.kind, 1) }
    case .requestRetry(let key, let instant):
      guard apps[key.app]?.requests[key.task] != nil else { return }
      apps[key.app]?.storageRetries[key.task] = instant
      watch(.retry(key.app), until: instant)
    case .taskRetry(let key, let instant):
      apps[key.app]?.crashes[key.task]?.retryAt = instant
      watch(.retry(key.app), until: instant)
    case .scored(let key, let instant):
      apps[key.app]?.scoredAt[key.task] = instant
    case .appRetry(let app, let instant):
      apps[app]?.launchRetryAt = instant
      watch(.retry(app), until: instant)
    case .resumeTurn(let app, let instant):
      apps[app]?.resumeTurnAt = instant
      watch(.retry(app), until: instant)
    }
  }
}
