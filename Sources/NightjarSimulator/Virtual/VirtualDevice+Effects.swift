// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// What the engine wants, performed as the daemon and the kernel would.

extension VirtualDevice {
  mutating func perform(_ effect: Effect) {
    switch effect {
    case .save(let change): note(change)
    case .accept(let ticket, _): answer(ticket, .accepted)
    case .refuse(let ticket, let error): answer(ticket, .refused(error))
    case .launch(let app, let inForeground): launch(app, inForeground: inForeground)
    case .deliver(let run): handovers.append(.task(run))
    case .expire(let run, let reason, let until):
      handovers.append(.expiration(run, reason, until: until))
    case .deliverPush(let push, let process):
      heldPushes[push.app] = nil
      noteWake(of: process, for: .push)
      note(.push(push.app, identifier: push.identifier, .delivered))
      handovers.append(.push(push, process))
    case .holdPush(let push, _):
      heldPushes[push.app] = push
      note(.push(push.app, identifier: push.identifier, .held))
    case .dropPush(let push, let why):
      if heldPushes[push.app] == push { heldPushes[push.app] = nil }
      let fate = why == .replaced ? PushFate.replaced : .dropped
      note(.push(push.app, identifier: push.identifier, fate))
    case .startTransfer(let transfer): startTransfer(transfer)
    case .cancelTransfer(let transfer, _): cancelTransfer(transfer)
    case .deliverTransferEvents(let app, let session, let process):
      noteWake(of: process, for: .transfers)
      handovers.append(.transferEvents(app, session: session, process))
    case .terminate(_, let process): end(process, by: 15)
    case .kill(_, let process): end(process, by: 9)
    case .thaw(_, let process):
      if processes[process]?.isForeground == false { processes[process]?.wake = .warm }
    case .wake(let instant): wake(at: instant)
    case .answerSimulation(_, let answer): simulationAnswer = answer
    case .withdraw, .freeze, .measure, .confirmCancel, .answerOpen, .log: break
    }
  }

  private mutating func note(_ change: StateChange) {
    switch change {
    case .requestRemoved(let pending, let cause): note(.dropped(pending.request.key, cause))
    case .runStarted(let run): noteStart(of: run)
    case .runEnded(let entry):
      guard let known = runs.removeValue(forKey: entry.run) else { return }
      let success: Bool =
        switch entry.outcome {
        case .success: true
        case .failure, .cancelled, .crashed, .expiredWithoutHandler, .killed: false
        case .expired: known.success
        }
      note(.ended(known.run, entry.outcome, success: success))
    case .crashesCounted(let record):
      if record.isQuarantined { note(.quarantined(record.key)) }
    case .appSaved, .appRemoved, .requestSaved: break
    }
  }

  private mutating func noteStart(of run: Run) {
    noteWake(of: run.process, for: .task)
    ordinals[run.key, default: 0] += 1
    let known = TaskRun(key: run.key, ordinal: ordinals[run.key, default: 1])
    runs[run.number] = VirtualRun(run: known)
    note(.started(known))
  }

  /// A wake is told once it is known what for: with the first thing that the process is handed.
  private mutating func noteWake(of identity: ProcessIdentity, for cause: WakeCause) {
    guard let process = processes[identity], let wake = process.wake else { return }
    processes[identity]?.wake = nil
    note(.woken(process.app, cause, isCold: wake == .cold))
  }

  private mutating func answer(_ ticket: Ticket, _ result: SubmissionResult) {
    submissionResult = result
    guard let (key, label) = labels.removeValue(forKey: ticket) else { return }
    note(.submitted(key, label: label, result))
  }

  /// Launching takes no time: what an app does at launch is not what is looked at here.
  private mutating func launch(_ app: AppIdentifier, inForeground: Bool) {
    let identity = newProcess()
    processes[identity] = VirtualProcess(
      app: app,
      isForeground: inForeground,
      wake: inForeground ? nil : .cold
    )
    let attachment = AppAttachment(
      facts: facts[app] ?? AppFacts(identifier: app),
      process: identity,
      isDaemonStarted: true,
      isForeground: inForeground
    )
    inbox += [
      .appLaunched(app, identity), .appAttached(attachment), .appFinishedLaunching(app, identity),
    ]
  }

  /// A process that is asked to end does so at once.
  private mutating func end(_ identity: ProcessIdentity, by signal: Int32) {
    guard let process = processes.removeValue(forKey: identity) else { return }
    if !process.isQuit { note(.killed(process.app)) }
    inbox.append(.appExited(process.app, identity, .signaled(signal)))
  }
}
