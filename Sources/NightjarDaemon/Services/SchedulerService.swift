// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel
internal import NightjarWire

/// `io.nightjar.Scheduler`: requests, runs and why.
final class SchedulerService {
  typealias Interface = SchedulerInterface

  private let shell: Shell
  private let authority: Authority
  private let archive: any ArchivePort
  private let watchers: TaskWatchers

  init(shell: Shell, authority: Authority, archive: any ArchivePort, watchers: TaskWatchers) {
    self.shell = shell
    self.authority = authority
    self.archive = archive
    self.watchers = watchers
  }

  /// The routes of the interface.
  var service: WireService {
    var service = WireService(.scheduler)
    service.on(Interface.Submit.self, submit)
    service.on(Interface.Cancel.self, cancel)
    service.on(Interface.CancelAll.self, cancelAll)
    service.on(Interface.Pending.self, pending)
    service.on(Interface.Tasks.self, tasks)
    service.on(Interface.Why.self, why)
    service.on(Interface.SimulateLaunch.self, simulateLaunch)
    service.on(Interface.SimulateExpiration.self, simulateExpiration)
    service.on(Interface.Complete.self, complete)
    service.on(Interface.AnswerExpiration.self, answerExpiration)
    return service
  }

  // MARK: - Requests

  private func submit(
    _ parameters: Interface.Submit.Parameters,
    _ call: Call<Interface.Submit>
  ) throws {
    let request = try parameters.taskRequest()
    try authority.check(call.connection.peer, mayActFor: request.key.app)
    let ticket = shell.expect { answer in
      switch answer {
      case .accepted(let replaced): call.reply(Interface.Submit.Reply(replaced: replaced))
      case .refused(let error): call.fail(Interface.SubmissionRefused(error))
      case .cancelled, .simulated, .opened, .notSaved:
        call.fail(Interface.SubmissionRefused.notSaved)
      }
    }
    shell.happen(.submitted(request, ticket))
  }

  private func cancel(
    _ parameters: Interface.Cancel.Parameters,
    _ call: Call<Interface.Cancel>
  ) throws {
    let key = RequestKey(
      app: AppIdentifier(parameters.app),
      task: TaskIdentifier(parameters.identifier)
    )
    try authority.check(call.connection.peer, mayActFor: key.app)
    let ticket = shell.expect { answer in
      guard case .cancelled(let count) = answer else {
        return call.fail(Interface.SubmissionRefused.notSaved)
      }
      call.reply(Interface.Cancel.Reply(cancelled: count))
    }
    shell.happen(.cancelled(key, ticket))
  }

  private func cancelAll(
    _ parameters: Interface.CancelAll.Parameters,
    _ call: Call<Interface.CancelAll>
  ) throws {
    let app = AppIdentifier(parameters.app)
    try authority.check(call.connection.peer, mayActFor: app)
    let ticket = shell.expect { answer in
      guard case .cancelled(let count) = answer else {
        return call.fail(Interface.SubmissionRefused.notSaved)
      }
      call.reply(Interface.CancelAll.Reply(cancelled: count))
    }
    shell.happen(.cancelledAll(app, ticket))
  }

  private func pending(
    _ parameters: Interface.Pending.Parameters,
    _ call: Call<Interface.Pending>
  ) throws {
    let app = AppIdentifier(parameters.app)
    try authority.check(call.connection.peer, mayActFor: app)
    let requests = shell.engine.pending(of: app).map(Interface.Request.init)
    call.reply(Interface.Pending.Reply(requests: requests))
  }

  // MARK: - Questions

  private func tasks(
    _ parameters: Interface.Tasks.Parameters,
    _ call: Call<Interface.Tasks>
  ) throws {
    let app = try authority.scope(of: call.connection.peer, asking: parameters.app)
    watchers.answer(call, app: app, withHistory: parameters.history ?? false)
  }

  private func why(
    _ parameters: Interface.Why.Parameters,
    _ call: Call<Interface.Why>
  ) throws {
    let app = try authority.scope(of: call.connection.peer, asking: parameters.app)
    let task = TaskIdentifier(parameters.identifier)
    if let key = try find(task, app: app),
      let status = shell.engine.statuses(of: key, at: shell.now).last
    {
      call.reply(Interface.Why.Reply(task: Interface.Task(status)))
      return
    }
    // What has ended is told from the history, which is on disk.
    archive.readHistory(app: app, limit: 1000) { entries in
      guard let entry = entries.last(where: { $0.key.task == task }) else {
        return call.fail(Interface.TaskNotFound(task))
      }
      call.reply(Interface.Why.Reply(task: Interface.Task(entry)))
    }
  }

  // MARK: - The debugger's commands

  private func simulateLaunch(
    _ parameters: Interface.SimulateLaunch.Parameters,
    _ call: Call<Interface.SimulateLaunch>
  ) throws {
    let key = try named(parameters.identifier, parameters.app, by: call.connection.peer)
    let ticket = shell.expect { answer in
      guard case .simulated(let answer) = answer else {
        return call.fail(Interface.SubmissionRefused.notSaved)
      }
      guard answer != .done else { return call.reply() }
      call.fail(Interface.SimulationRefused(answer, key.task))
    }
    shell.happen(.launchSimulated(key, ticket))
  }

  private func simulateExpiration(
    _ parameters: Interface.SimulateExpiration.Parameters,
    _ call: Call<Interface.SimulateExpiration>
  ) throws {
    let key = try named(parameters.identifier, parameters.app, by: call.connection.peer)
    let ticket = shell.expect { answer in
      guard case .simulated(let answer) = answer else {
        return call.fail(Interface.SubmissionRefused.notSaved)
      }
      guard answer != .done else { return call.reply() }
      call.fail(Interface.SimulationRefused(answer, key.task))
    }
    shell.happen(.expirationSimulated(key, ticket))
  }

  /// Names a task for a simulation; one that nobody has is named after the caller's guess, so that
  /// the engine can refuse it in its own words.
  private func named(_ task: String, _ app: String?, by peer: WirePeer) throws -> RequestKey {
    let scope = try authority.scope(of: peer, asking: app)
    let identifier = TaskIdentifier(task)
    if let key = try find(identifier, app: scope) { return key }
    return RequestKey(app: scope ?? AppIdentifier(""), task: identifier)
  }

  /// Finds the one app that has a task of a name; `nil` when none has.
  ///
  /// - Throws: `AmbiguousTask` when several have one.
  private func find(
    _ task: TaskIdentifier,
    app: AppIdentifier?
  ) throws(Interface.AmbiguousTask) -> RequestKey? {
    if let app {
      let key = RequestKey(app: app, task: task)
      return shell.engine.statuses(of: key, at: shell.now).isEmpty ? nil : key
    }
    let apps = shell.engine.apps(with: task)
    guard apps.count < 2 else {
      let names = apps.map(\.rawValue)
      throw Interface.AmbiguousTask(
        identifier: task.rawValue,
        apps: names,
        message:
          "\(names.joined(separator: " and ")) have a task \"\(task.rawValue)\"; name the app"
      )
    }
    return apps.first.map { RequestKey(app: $0, task: task) }
  }

  // MARK: - Runs

  private func complete(
    _ parameters: Interface.Complete.Parameters,
    _ call: Call<Interface.Complete>
  ) throws {
    let number = RunNumber(rawValue: Int64(parameters.run))
    try checkRun(number, by: call.connection.peer)
    // A caller that was answered forgets the run, so it must not come back with the next daemon.
    shell.happen(
      .runCompleted(number, success: parameters.success),
      whenWritten: { call.reply() }
    )
  }

  private func answerExpiration(
    _ parameters: Interface.AnswerExpiration.Parameters,
    _ call: Call<Interface.AnswerExpiration>
  ) throws {
    let number = RunNumber(rawValue: Int64(parameters.run))
    try checkRun(number, by: call.connection.peer)
    shell.happen(
      .expirationAnswered(number, hadHandler: parameters.hadHandler),
      whenWritten: { call.reply() }
    )
  }

  /// Makes sure that a run is the caller's; a run that has ended is nobody's, and changes nothing.
  private func checkRun(_ number: RunNumber, by peer: WirePeer) throws(Interface.NotYours) {
    guard let record = shell.engine.run(number) else { return }
    try authority.check(peer, mayActFor: record.run.key.app)
  }
}

// MARK: - Errors

extension SchedulerInterface.SubmissionRefused {
  /// The store is full or unreadable: E1 with `Reason: storage` (12.4).
  static let notSaved = Self(
    SubmissionError(
      .unavailable,
      "the daemon could not write the change to its store; free some disk space and try again",
      facts: ["Reason": .text("storage")]
    )
  )
}

extension SchedulerInterface.TaskNotFound {
  fileprivate init(_ task: TaskIdentifier) {
    self.init(
      identifier: task.rawValue,
      message: "no task \"\(task.rawValue)\" is pending, running or in the history; "
        + "`nightjar tasks` lists them"
    )
  }
}

extension SchedulerInterface.SimulationRefused {
  fileprivate init(_ answer: SimulationAnswer, _ task: TaskIdentifier) {
    let message =
      switch answer {
      case .done: "it was done"
      case .notPending: "no task request with identifier \"\(task.rawValue)\" is pending"
      case .running: "\"\(task.rawValue)\" is running already"
      case .notRunning: "\"\(task.rawValue)\" is not running"
      }
    self.init(identifier: task.rawValue, reason: answer.rawValue, message: message)
  }
}
