// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
package import NightjarModel

/// A process of a virtual app.
struct VirtualProcess {
  let app: AppIdentifier
  var isForeground: Bool

  /// Whether the user ends it, which is no kill.
  var isQuit = false

  /// How it woke up, until it is known what for: launched or resumed.
  var wake: Wake?

  /// The two ways to wake up in the background.
  enum Wake { case cold, warm }
}

/// A run as the device remembers it.
struct VirtualRun {
  let run: TaskRun

  /// What the app reported at its end.
  var success = false
}

// MARK: - What users and apps do

extension VirtualDevice {
  /// The process of an app that lives; the newest of several.
  package func process(of app: AppIdentifier) -> ProcessIdentity? {
    processes.filter { $0.value.app == app }.keys.max { $0.pid < $1.pid }
  }

  /// Whether the user has the app in front.
  package func isForeground(_ app: AppIdentifier) -> Bool {
    process(of: app).flatMap { processes[$0]?.isForeground } ?? false
  }

  /// The user opens an app: it comes to the front, and the device is in use.
  package mutating func open(_ app: AppIdentifier) {
    note(.deed("open", app))
    if engine.policy.preset == .phone { leaveOthers(than: app) }
    send(.deviceChanged(.idle(false)))
    if let process = process(of: app) {
      processes[process]?.isForeground = true
      processes[process]?.wake = nil
      send(.appEnteredForeground(app, process))
    } else {
      send(.appOpened(app, newTicket()))
    }
  }

  /// The app goes to the background; the device stays in use.
  package mutating func leave(_ app: AppIdentifier) {
    note(.deed("leave", app))
    sendToBackground(app)
  }

  /// The user swipes an app away.
  package mutating func quit(_ app: AppIdentifier) {
    note(.deed("quit", app))
    for process in processes.keys where processes[process]?.app == app {
      processes[process]?.isQuit = true
    }
    send(.appForceQuit(app))
  }

  /// The system ends a process of an app for its memory; one in front is spared.
  package mutating func reclaim(_ app: AppIdentifier) {
    guard let process = process(of: app), processes[process]?.isForeground == false
    else { return }
    note(.killed(app))
    end(process, .signaled(9))
  }

  /// An app's process dies by its own fault.
  package mutating func crash(_ process: ProcessIdentity) {
    guard let app = processes[process]?.app else { return }
    note(.crashed(app))
    end(process, .signaled(6))
  }

  /// An app is installed, or a new build of it takes its place.
  ///
  /// The old build's process ends, unless the user has it in front.
  package mutating func install(_ facts: AppFacts) {
    let app = facts.identifier
    if self.facts[app] != nil {
      note(.deed("update", app))
      if let process = process(of: app), processes[process]?.isForeground == false {
        end(process, .exited(0))
      }
    }
    self.facts[app] = facts
    send(.appInstalled(facts))
  }

  /// An app's code submits a request.
  ///
  /// - Returns: What the scheduler answered.
  @discardableResult
  package mutating func submit(_ request: TaskRequest, label: String? = nil) -> SubmissionResult {
    let ticket = newTicket()
    labels[ticket] = (request.key, label)
    send(.submitted(request, ticket))
    return submissionResult
  }

  /// A developer starts a pending request by hand (9.4).
  package mutating func simulateLaunch(_ key: RequestKey) -> SimulationAnswer {
    send(.launchSimulated(key, newTicket()))
    return simulationAnswer
  }

  /// A developer takes a running task back by hand (9.5).
  package mutating func simulateExpiration(_ key: RequestKey) -> SimulationAnswer {
    send(.expirationSimulated(key, newTicket()))
    return simulationAnswer
  }

  /// Notes a submission that stopped the program before the scheduler heard of it (2.3.3).
  package mutating func noteTrap(of key: RequestKey, label: String? = nil) {
    note(.submitted(key, label: label, .trapped))
  }

  /// An app completes a run.
  package mutating func complete(_ run: RunNumber, success: Bool) {
    runs[run]?.success = success
    send(.runCompleted(run, success: success))
  }

  /// An app answers that it was asked to stop, and whether a handler of it was called.
  package mutating func answer(_ run: Run, _ reason: ExpirationReason, hasHandler: Bool) {
    if let known = runs[run.number] {
      note(.expired(known.run, reason, wasCalled: hasHandler))
    }
    send(.expirationAnswered(run.number, hadHandler: hasHandler))
  }

  /// An event that needs an answer is given a name for it.
  package mutating func ask(_ event: (Ticket) -> Event) {
    send(event(newTicket()))
  }

  /// The wall clock is set.
  package mutating func moveClock(by span: TimeSpan) {
    let offset = WallOffset(wall: wall + span, at: now)
    send(.clockChanged(offset))
    note(.deed("clock", nil))
  }

  private mutating func leaveOthers(than app: AppIdentifier) {
    let others = processes.values.filter { $0.isForeground && $0.app != app }.map(\.app)
    for other in Set(others).sorted() { sendToBackground(other) }
  }

  private mutating func sendToBackground(_ app: AppIdentifier) {
    guard let process = process(of: app), processes[process]?.isForeground == true
    else { return }
    processes[process]?.isForeground = false
    send(.appEnteredBackground(app, process))
  }

  mutating func end(_ process: ProcessIdentity, _ status: ExitStatus) {
    guard let app = processes.removeValue(forKey: process)?.app else { return }
    send(.appExited(app, process, status))
  }
}

extension VirtualDevice {
  /// The user stops a continued task in its activity.
  package mutating func stop(_ key: RequestKey) {
    let running = engine.statuses(of: key, at: now).first { $0.run != nil }
    guard let run = running?.run, running?.pending.request.kind == .continued else { return }
    send(.runStopped(run))
  }

  /// Notes something that the world did, for those who read the record.
  package mutating func noteDeed(_ words: String, _ app: AppIdentifier? = nil) {
    note(.deed(words, app))
  }
}
