// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarDesktop
internal import NightjarDevice
internal import NightjarEngine
internal import NightjarHost
internal import NightjarModel
internal import NightjarStore
internal import NightjarSystem
internal import NightjarWire

/// `nightjard`: everything put together on one event loop.
///
/// What the parts need of each other is handed to them here and nowhere else. The lock and the
/// store come first, so that a second daemon stops before it has done anything; the socket comes
/// last, so that nobody is answered too early.
package final class Daemon {
  /// The version that `GetInfo`, `--version` and `doctor` name.
  package static let version = nightjarVersion

  let options: DaemonOptions
  let environment: [String: String]
  let loop: EventLoop
  let logBook: LogBook
  let store: StoreAdapter
  let clock: SystemClock
  let device: Device
  let host: AppHost
  let links = AppLinks()
  let processes: ProcessTable
  let shell: Shell
  let startedAt: WallTime

  /// The numbers that are decided by; a reload replaces them.
  private(set) var choice: PolicyChoice
  private let signals: SignalWatch
  private let clockWatch: WallClockWatch
  private let manager: ServiceManagerLink
  private let reloadBell: ReloadBell
  private var server: WireServer?
  private var socketKeeper: SocketKeeper?
  private var desktop: NotificationSink?

  /// Opens the store and finds out about the machine; nothing listens yet.
  ///
  /// - Parameters:
  ///   - options: Where everything is.
  ///   - environment: The environment of the process.
  /// - Throws: `DaemonError` when another daemon has the state, or it cannot be used.
  package init(options: DaemonOptions, environment: [String: String]) throws(DaemonError) {
    self.options = options
    self.environment = environment
    manager = ServiceManagerLink(environment: environment)
    let logBook = LogBook(write: StandardError(environment: environment).print)
    self.logBook = logBook
    let inbox = Inbox()
    let reloadBell = ReloadBell()
    self.reloadBell = reloadBell
    do {
      let loop = try EventLoop()
      self.loop = loop
      // Signals are blocked before the store starts its thread, which inherits that.
      signals = try SignalWatch([SIGTERM, SIGINT, SIGHUP], on: loop) { signal in
        signal == SIGHUP ? reloadBell.ring?() : loop.stop()
      }
      store = try StoreAdapter(directory: options.stateDirectory, loop: loop)
      let clock = try SystemClock(on: loop) { inbox.post(.timePassed) }
      self.clock = clock
      clockWatch = try WallClockWatch(on: loop) { inbox.post(.clockChanged(clock.offset)) }
    } catch {
      throw DaemonError(error)
    }
    startedAt = clock.wall
    device = Device(loop: loop, environment: environment) { changes in
      for change in changes { inbox.post(.deviceChanged(change)) }
    }
    var settings = HostSettings(stateFolder: options.stateDirectory, socketPath: options.socket)
    // A thousand connections and the watch of each app's process need more than the usual 1024.
    settings.openFiles = OpenFiles.raise(to: 8192)
    host = AppHost(on: loop, settings: settings) { [clock, device] event in
      Self.reported(event.completed(by: device), inbox: inbox, logBook: logBook, clock: clock)
    }
    processes = ProcessTable(host: host, links: links)
    _ = device.restore(StoreStartUp(settings: store.state.settings).overrides)
    device.onNotice = Self.noticed(by: logBook, clock)
    device.start()
    choice = try PolicyChoice(options, usual: Self.preset(of: device), environment: environment)
    let policy = choice.policy
    let snapshot = Self.snapshot(store, device, clock, processes, inbox, policy)
    var ports = Shell.Ports(state: store, processes: processes, links: links, clock: clock)
    ports.fault = try FaultPoint(environment: environment)
    ports.seed = MachineSeed.read()
    let engine = Engine(policy: policy, snapshot: snapshot, at: clock.now)
    shell = Shell(engine: engine, ports: ports, inbox: inbox)
  }

  /// Listens and works until a signal asks to end.
  ///
  /// - Throws: `DaemonError` when the socket cannot be opened or waiting itself fails.
  package func run() throws(DaemonError) {
    do {
      try open()
      logBook.note("nightjard \(Self.version) listens at \(options.socket)", at: clock.wall)
      try manager.noteReady("\(shell.engine.pendingCount) pending", on: loop)
      try loop.run()
    } catch {
      close()
      throw DaemonError(error)
    }
    manager.noteStopping()
    logBook.note("nightjard ends", at: clock.wall)
    close()
  }

  // MARK: - Start

  private func open() throws {
    let watchers = try TaskWatchers(on: loop, archive: store) { [shell, clock] app in
      shell.engine.statuses(of: app, at: clock.now)
    }
    let authority = Authority(links: links)
    let activity = try ActivityPublisher(shell: shell, archive: store, on: loop)
    desktop = showOnDesktop(activity)
    let deviceService = deviceService(authority)
    let server = WireServer(
      loop: loop,
      about: WireServer.About(
        vendor: "Nightjar",
        product: "nightjard",
        version: Self.version,
        url: "https://nightjar.io"
      ),
      services: services(authority, watchers, deviceService)
        + [ActivityService(shell: shell, authority: authority, publisher: activity).service]
    )
    self.server = server
    wireProcesses(to: server)
    tellTroubles(of: server)
    followDevice()
    shell.onHandled = { [weak self] event, effects, log in
      activity.noteHandled(event, effects)
      self?.handled(event, log, watchers, deviceService)
    }
    let inherited = SocketActivation.take()
    for socket in inherited { try server.listen(onInherited: socket.descriptor) }
    if inherited.isEmpty { try listen(server) }
    for notice in store.notices { logBook.note(notice, .warning, at: clock.wall) }
    device.needsIdle(shell.engine.needsIdle)
    shell.happen(.timePassed)
  }

  private func listen(_ server: WireServer) throws {
    try server.listen(atPath: options.socket)
    // Without inotify the socket is simply not made anew.
    socketKeeper = try? SocketKeeper(path: options.socket, server: server, on: loop) {
      [logBook, clock, options] error in
      guard let error else {
        return logBook.note("made \(options.socket) anew: it was removed", .warning, at: clock.wall)
      }
      let what = "\(options.socket) was removed and cannot be made anew"
      logBook.note("\(what): \(error); restart nightjard", .error, at: clock.wall)
    }
  }

  /// Writes down what nobody else would be told.
  private func tellTroubles(of server: WireServer) {
    store.onTurn = { [logBook, clock] error in
      guard let error else {
        return logBook.note("the store can be written again", at: clock.wall)
      }
      let effect = "nothing is accepted or started until it can be written"
      logBook.note("the store cannot be written: \(error); \(effect)", .error, at: clock.wall)
    }
    // A mistake in the numbers is in the log by then.
    reloadBell.ring = { [unowned self] in try? reload() }
    server.onListeningFailed = { [logBook, clock] error in
      logBook.note("\(error)", .error, at: clock.wall)
    }
  }

  private func services(
    _ authority: Authority,
    _ watchers: TaskWatchers,
    _ deviceService: DeviceService
  ) -> [WireService] {
    let scheduler = SchedulerService(
      shell: shell,
      authority: authority,
      archive: store,
      watchers: watchers
    )
    let apps = AppsService(
      shell: shell,
      authority: authority,
      processes: processes
    ) { [shell] in AppsInterface.Environment(of: $0, in: shell.engine) }
    let daemon = DaemonService(
      authority: authority,
      archive: store,
      logBook: logBook,
      status: { [unowned self] in status },
      policy: { [unowned self] in choice.reply(file: options.policyFile) },
      reload: { [unowned self] in try reload() }
    )
    return [scheduler.service, apps.service, deviceService.service, daemon.service]
  }

  /// Rung by SIGHUP, which is watched for before there is a daemon that could look again.
  private final class ReloadBell {
    var ring: (() -> Void)?
  }

  // MARK: - What happens

  private func handled(
    _ event: Event,
    _ log: [LogRecord],
    _ watchers: TaskWatchers,
    _ deviceService: DeviceService
  ) {
    for record in log { logBook.append(record) }
    if case .appExited(_, let process, _) = event { processes.forget(process) }
    if case .appRemoved(let app) = event { host.forget(app) }
    if case .deviceChanged = event {
      deviceService.noteChange()
      links.broadcast { [shell] app in
        AppsInterface.Attach.Reply(environment: .init(of: app, in: shell.engine))
      }
    }
    device.needsIdle(shell.engine.needsIdle)
    watchers.noteChange()
  }

  /// Reads the numbers and looks at the machine again; a file with a mistake changes nothing.
  ///
  /// - Throws: `DaemonError` that says what is wrong with the numbers.
  private func reload() throws(DaemonError) {
    manager.noteReloading()
    defer { manager.noteReloaded() }
    device.refresh()
    do {
      let usual = Self.preset(of: device)
      let new = try PolicyChoice(options, usual: usual, environment: environment)
      if new.policy != choice.policy { shell.change(new.policy) }
      choice = new
    } catch {
      logBook.note("kept the numbers as they were: \(error)", .error, at: clock.wall)
      throw error
    }
    logBook.note("read the numbers and looked at the machine again", at: clock.wall)
  }

  private static func preset(of device: Device) -> Preset {
    Preset(rawValue: device.defaultPreset) ?? .mains
  }

  private static func reported(
    _ event: HostEvent,
    inbox: Inbox,
    logBook: LogBook,
    clock: SystemClock
  ) {
    switch event {
    case .measured(let app, let process, let use):
      inbox.post(.processMeasured(app, process, use))
    case .exited(let app, let process, let status): inbox.post(.appExited(app, process, status))
    case .warned(let app, let what):
      logBook.append(
        LogRecord(
          at: clock.wall,
          level: .warning,
          category: "Daemon:lifecycle",
          message: "\"\(app.rawValue)\": \(what)",
          app: app
        )
      )
    }
  }

  private func close() {
    desktop?.stop()
    socketKeeper?.close()
    server?.close()
    store.close()
    host.close()
    device.stop()
    clock.close()
    clockWatch.close()
    signals.close()
  }
}
