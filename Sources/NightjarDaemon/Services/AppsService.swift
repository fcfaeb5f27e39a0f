// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel
internal import NightjarWire

/// `io.nightjar.Apps`: who is installed, connected and opened.
final class AppsService {
  typealias Interface = AppsInterface

  private let shell: Shell
  private let authority: Authority
  private let links: AppLinks
  private let processes: ProcessTable
  private let environment: (AppIdentifier) -> Interface.Environment

  init(
    shell: Shell,
    authority: Authority,
    processes: ProcessTable,
    environment: @escaping (AppIdentifier) -> Interface.Environment
  ) {
    self.shell = shell
    self.authority = authority
    self.links = authority.links
    self.processes = processes
    self.environment = environment
  }

  /// The routes of the interface.
  var service: WireService {
    var service = WireService(.apps)
    service.on(Interface.Attach.self, attach)
    service.on(Interface.FinishLaunching.self) { [self] _, call in
      let (app, process) = try attachedPeer(call.connection.peer)
      shell.happen(.appFinishedLaunching(app, process), whenHandled: { call.reply() })
    }
    service.on(Interface.EnterForeground.self) { [self] _, call in
      let (app, process) = try attachedPeer(call.connection.peer)
      shell.happen(.appEnteredForeground(app, process), whenHandled: { call.reply() })
    }
    service.on(Interface.EnterBackground.self) { [self] _, call in
      let (app, process) = try attachedPeer(call.connection.peer)
      shell.happen(.appEnteredBackground(app, process), whenHandled: { call.reply() })
    }
    service.on(Interface.List.self) { [self] _, call in
      let apps = shell.engine.appIdentifiers.compactMap { shell.engine.overview(of: $0) }
      call.reply(Interface.List.Reply(apps: apps.map(message)))
    }
    service.on(Interface.Install.self, install)
    service.on(Interface.Remove.self, remove)
    service.on(Interface.Launch.self, launch)
    service.on(Interface.Quit.self, quit)
    service.on(Interface.Settings.self, settings)
    service.on(Interface.Usage.self, usage)
    service.on(Interface.EraseUsage.self) { [self] parameters, call in
      let app = try known(parameters.app, to: call.connection.peer)
      shell.happen(.appUsageErased(app), whenWritten: { call.reply() })
    }
    return service
  }

  // MARK: - Processes

  private func attach(
    _ parameters: Interface.Attach.Parameters,
    _ call: Call<Interface.Attach>
  ) throws {
    try call.requireMore()
    let facts = try checked(parameters.facts.appFacts())
    let process = call.connection.peer.process
    try authority.check(call.connection.peer, mayActFor: facts.identifier)
    guard process.startTicks != 0, processes.watch(facts.identifier, process) else {
      throw Interface.NotAttached(message: "process \(process.pid) has ended already")
    }
    guard !links.isAttached(process) else {
      throw Interface.NotAttached(message: "process \(process.pid) is attached already")
    }
    links.note(process, belongsTo: facts.identifier)
    links.open(call, of: process) { [weak shell] in
      shell?.happen(.appDetached(facts.identifier, process))
    }
    call.reply(Interface.Attach.Reply(attached: true), continues: true)
    let attachment = AppAttachment(
      facts: facts,
      process: process,
      isDaemonStarted: processes.isDaemonStarted(process),
      isForeground: parameters.foreground,
      runs: parameters.runs.map { RunNumber(rawValue: Int64($0)) }
    )
    shell.happen(
      .appAttached(attachment),
      whenHandled: { [self] in
        links.send(Interface.Attach.Reply(environment: environment(facts.identifier)), to: process)
      }
    )
  }

  private func attachedPeer(
    _ peer: WirePeer
  ) throws(Interface.NotAttached) -> (AppIdentifier, ProcessIdentity) {
    guard let app = links.app(of: peer.process), links.isAttached(peer.process) else {
      throw Interface.NotAttached(
        message: "process \(peer.process.pid) is not attached; call Attach with `more` first"
      )
    }
    return (app, peer.process)
  }

  // MARK: - Apps

  private func install(
    _ parameters: Interface.Install.Parameters,
    _ call: Call<Interface.Install>
  ) throws {
    let facts = try checked(parameters.facts.appFacts())
    try authority.check(call.connection.peer, mayActFor: facts.identifier)
    shell.happen(
      .appInstalled(facts),
      whenHandled: { [self] in
        answer(call, facts.identifier) { Interface.Install.Reply(app: $0) }
      }
    )
  }

  private func remove(
    _ parameters: Interface.Remove.Parameters,
    _ call: Call<Interface.Remove>
  ) throws {
    let app = try known(parameters.app, to: call.connection.peer)
    shell.happen(.appRemoved(app), whenHandled: { call.reply() })
  }

  private func launch(
    _ parameters: Interface.Launch.Parameters,
    _ call: Call<Interface.Launch>
  ) throws {
    let app = try known(parameters.app, to: call.connection.peer)
    let ticket = shell.expect { _ in call.reply() }
    shell.happen(.appOpened(app, ticket))
  }

  private func quit(
    _ parameters: Interface.Quit.Parameters,
    _ call: Call<Interface.Quit>
  ) throws {
    let app = try known(parameters.app, to: call.connection.peer)
    shell.happen(.appForceQuit(app), whenHandled: { call.reply() })
  }

  private func settings(
    _ parameters: Interface.Settings.Parameters,
    _ call: Call<Interface.Settings>
  ) throws {
    let app = try known(parameters.app, to: call.connection.peer)
    guard let isOn = parameters.backgroundRefresh else {
      return answer(call, app) { Interface.Settings.Reply(app: $0) }
    }
    shell.happen(
      .appRefreshSwitched(app, isOn),
      whenHandled: { [self] in
        links.broadcast { Interface.Attach.Reply(environment: environment($0)) }
        answer(call, app) { Interface.Settings.Reply(app: $0) }
      }
    )
  }

  private func usage(_ parameters: Interface.Usage.Parameters, _ call: Call<Interface.Usage>) throws
  {
    let app = try known(parameters.app, to: call.connection.peer)
    let usage = shell.engine.overview(of: app)?.record.usage ?? UsageHistory()
    call.reply(Interface.Usage.Reply(since: usage.since?.rfc3339, hours: usage.hours))
  }

  private func known(_ name: String, to peer: WirePeer) throws -> AppIdentifier {
    let app = AppIdentifier(name)
    try authority.check(peer, mayActFor: app)
    _ = try overview(app)
    return app
  }

  private func answer<Method: WireMethod>(
    _ call: Call<Method>,
    _ app: AppIdentifier,
    _ reply: (Interface.App) -> Method.Reply
  ) {
    do throws(Interface.AppNotFound) {
      call.reply(reply(try overview(app)))
    } catch {
      call.fail(error)
    }
  }

  private func overview(_ app: AppIdentifier) throws(Interface.AppNotFound) -> Interface.App {
    guard let overview = shell.engine.overview(of: app) else {
      throw Interface.AppNotFound(
        app: app.rawValue,
        message: "no app \"\(app.rawValue)\" is known; `nightjar apps` lists those that are"
      )
    }
    return message(overview)
  }

  private func message(_ overview: AppOverview) -> Interface.App {
    Interface.App(overview, in: shell.engine, at: shell.now)
  }

  private func checked(_ facts: AppFacts) throws(Interface.BadApp) -> AppFacts {
    let name = facts.identifier.rawValue
    guard facts.executable.hasPrefix("/") else {
      throw Interface.BadApp(
        app: name,
        message: "the executable \"\(facts.executable)\" must be an absolute path"
      )
    }
    return facts
  }
}
