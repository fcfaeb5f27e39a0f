// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

// Questions that change nothing.

extension Engine {
  /// The requests and runs of an app, or of all apps, in the order of submission.
  ///
  /// - Parameters:
  ///   - app: Whose; `nil` means everyone's.
  ///   - instant: The present, which reasons are worked out for.
  /// - Returns: One status each, with every reason that holds it back.
  /// - Complexity: O(*k* log *k*) in the number of requests that are listed.
  package func statuses(of app: AppIdentifier?, at instant: Instant) -> [TaskStatus] {
    var engine = self
    engine.now = max(now, instant)
    let names = app.map { [$0] } ?? Array(apps.keys)
    let pending = names.flatMap { name in
      engine.pendingEntries(of: name).map { engine.status(of: $0.entry) }
    }
    let running = runs.values
      .filter { app == nil || $0.run.key.app == app }
      .map { engine.status(of: $0) }
    return (pending + running).sorted { $0.pending.number < $1.pending.number }
  }

  /// What is pending or running under a name; a run and a pending successor are two answers.
  package func statuses(of key: RequestKey, at instant: Instant) -> [TaskStatus] {
    var engine = self
    engine.now = max(now, instant)
    var found: [TaskStatus] = []
    if let number = apps[key.app]?.running[key.task], let record = runs[number] {
      found.append(engine.status(of: record))
    }
    if let slot = apps[key.app]?.requests[key.task], let entry = entries[slot] {
      found.append(engine.status(of: entry))
    }
    return found
  }

  /// The apps that have a pending or running task of a name.
  ///
  /// - Complexity: O(*a*) in the number of apps.
  package func apps(with task: TaskIdentifier) -> [AppIdentifier] {
    apps.filter { $0.value.requests[task] != nil || $0.value.running[task] != nil }
      .map(\.key).sorted()
  }

  /// The pending requests of an app in the order of submission (2.4.3).
  package func pending(of app: AppIdentifier) -> [PendingRequest] {
    pendingEntries(of: app).map(\.entry.pending)
  }

  /// The identifiers of all known apps, sorted.
  package var appIdentifiers: [AppIdentifier] { apps.keys.sorted() }

  /// What is known of an app, for people; `nil` when it is not known.
  package func overview(of app: AppIdentifier) -> AppOverview? {
    guard let state = apps[app] else { return nil }
    return AppOverview(
      record: state.record,
      state: state.displayState,
      process: state.processes.last { $0.identity != nil }?.identity,
      pending: state.requests.count,
      running: state.running.count
    )
  }

  /// The run of a number, if it has not ended.
  package func run(_ number: RunNumber) -> RunRecord? { runs[number] }

  /// How many requests are pending.
  package var pendingCount: Int { entries.count }

  /// How many tasks are running.
  package var runningCount: Int { runs.count }

  /// Whether anything pending waits for the machine to be idle, or would stop when it is used.
  package var needsIdle: Bool {
    RequestClass.all.contains { requestClass in
      entries.population[requestClass.index] > 0
        && policy.gates.applies(.idle, to: requestClass.kind)
    } || runs.values.contains { policy.gates.applies(.idle, to: $0.run.consumed.request.kind) }
  }

  private func status(of entry: Entry) -> TaskStatus {
    if case .launching = entry.place {
      return TaskStatus(pending: entry.pending, state: .launching)
    }
    let reasons = reasons(for: entry)
    let isQuarantined = reasons.contains { if case .quarantined = $0 { true } else { false } }
    return TaskStatus(
      pending: entry.pending,
      state: isQuarantined ? .quarantined : .pending,
      reasons: reasons
    )
  }

  private func status(of record: RunRecord) -> TaskStatus {
    TaskStatus(
      pending: record.run.consumed,
      state: record.expiration == nil ? .running : .expiring,
      run: record.run.number,
      startedAt: record.run.startedWall,
      use: record.use
    )
  }
}

/// What is known of an app, for people.
package struct AppOverview: Hashable, Sendable {
  /// What the device remembers of it.
  package var record: AppRecord

  /// `notRunning`, `launching`, `foreground`, `background` or `suspended`.
  package var state: String

  /// Its newest process.
  package var process: ProcessIdentity?

  /// How many requests are pending.
  package var pending: Int

  /// How many tasks run.
  package var running: Int
}
