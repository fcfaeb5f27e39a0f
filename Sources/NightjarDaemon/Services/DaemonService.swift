// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarStore
internal import NightjarWire

/// `io.nightjar.Daemon`: how the daemon is, and what it logs.
final class DaemonService {
  typealias Interface = DaemonInterface

  private let authority: Authority
  private let archive: any ArchivePort
  private let logBook: LogBook
  private let status: () -> Interface.Status.Reply
  private let policy: () -> Interface.Policy.Reply
  private let reload: () throws -> Void

  init(
    authority: Authority,
    archive: any ArchivePort,
    logBook: LogBook,
    status: @escaping () -> Interface.Status.Reply,
    policy: @escaping () -> Interface.Policy.Reply,
    reload: @escaping () throws -> Void
  ) {
    self.authority = authority
    self.archive = archive
    self.logBook = logBook
    self.status = status
    self.policy = policy
    self.reload = reload
  }

  /// The routes of the interface.
  var service: WireService {
    var service = WireService(.daemon)
    service.on(Interface.Status.self) { [self] _, call in call.reply(status()) }
    service.on(Interface.Log.self, log)
    service.on(Interface.Journal.self, journal)
    service.on(Interface.Policy.self) { [self] _, call in call.reply(policy()) }
    service.on(Interface.Reload.self) { [self] _, call in
      do {
        try reload()
        call.reply()
      } catch {
        call.fail(Interface.WrongPolicy(message: "\(error)"))
      }
    }
    return service
  }

  private func log(_ parameters: Interface.Log.Parameters, _ call: Call<Interface.Log>) throws {
    let app = try authority.scope(of: call.connection.peer, asking: parameters.app)
    let limit = max(0, min(parameters.limit ?? 200, 20_000))
    guard call.wantsMore else {
      archive.readLog(app: app, limit: limit) { records in
        call.reply(Interface.Log.Reply(lines: records.map(Interface.Line.init)))
      }
      return
    }
    follow(call, app: app, limit: limit)
  }

  /// The journal tells of every app, so no app may have it.
  private func journal(
    _ parameters: Interface.Journal.Parameters,
    _ call: Call<Interface.Journal>
  ) throws {
    if let app = authority.links.app(of: call.connection.peer.process) {
      throw SchedulerInterface.NotYours(
        app: app.rawValue,
        message: "an app may not read the journal of all apps; use `nightjar log --journal`"
      )
    }
    archive.readJournal(after: Int64(parameters.after ?? 0)) { result in
      switch result {
      case .success(let page):
        call.reply(Interface.Journal.Reply(lines: page.lines, next: page.next.map { Int($0) }))
      case .failure(let error):
        call.fail(Interface.InternalError(message: "the journal cannot be read: \(error.message)"))
      }
    }
  }

  /// Sends what was logged and then each line as it is written.
  ///
  /// Lines that are written while the past is read from disk are kept back until it has been sent.
  private func follow(_ call: Call<Interface.Log>, app: AppIdentifier?, limit: Int) {
    var held: [LogRecord]? = []
    let number = logBook.follow { record in
      guard app == nil || record.app == app else { return }
      guard held == nil else {
        held?.append(record)
        return
      }
      call.reply(Interface.Log.Reply(lines: [Interface.Line(record)]), continues: true)
    }
    call.connection.onClose { [logBook] in logBook.stopFollowing(number) }
    archive.readLog(app: app, limit: limit) { records in
      let lines = (records + (held ?? [])).map(Interface.Line.init)
      held = nil
      call.reply(Interface.Log.Reply(lines: lines), continues: true)
    }
  }
}

extension DaemonInterface.Line {
  init(_ record: LogRecord) {
    self.init(
      at: record.at.rfc3339,
      level: record.level.rawValue,
      category: record.category,
      message: record.message,
      app: record.app?.rawValue,
      task: record.task?.rawValue
    )
  }
}
