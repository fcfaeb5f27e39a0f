// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

extension AppHost {
  /// Starts a program whose output goes to the app's log.
  func start(_ spawn: Spawn, app: AppIdentifier) throws(SystemError) -> ProcessIdentity {
    let output = try openOutput(of: app)
    var spawn = spawn
    spawn.output = output.number
    spawn.errorOutput = output.number
    if let identity = try startInGroup(spawn, app: app) { return identity }
    let child = try settings.start(spawn)
    let identity = ProcessIdentity(pid: child.pid, startTicks: child.startTicks)
    try hostNew(app, identity, .session(leader: identity))
    return identity
  }

  /// The app's log; without one the app runs nonetheless, and its output is lost.
  private func openOutput(of app: AppIdentifier) throws(SystemError) -> Descriptor {
    do {
      let log = try logs.open(app)
      watchLog(of: app)
      return log
    } catch {
      handler(.warned(app, "its output is not kept: \(error)"))
      return try Descriptor.open("/dev/null", O_WRONLY)
    }
  }

  func watchLog(of app: AppIdentifier) {
    do {
      try rotation?.watch(app)
      try logs.cut(app, limit: settings.logLimit)
    } catch {
      handler(.warned(app, "its log may grow without end or has lost lines: \(error)"))
    }
  }

  /// Starts a program in a cgroup of its own; `nil` when there can be none.
  private func startInGroup(
    _ spawn: Spawn,
    app: AppIdentifier
  ) throws(SystemError) -> ProcessIdentity? {
    guard groups != nil else { return nil }
    let group: Cgroup
    do {
      guard let made = try groups?.make() else { return nil }
      group = made
    } catch {
      handler(.warned(app, "it has no cgroup of its own: \(error)"))
      return nil
    }
    do {
      let entry = try group.openFolder()
      var spawn = spawn
      spawn.cgroup = entry.number
      let child = try settings.start(spawn)
      let identity = ProcessIdentity(pid: child.pid, startTicks: child.startTicks)
      try hostNew(app, identity, .cgroup(group))
      return identity
    } catch {
      try? group.remove()
      guard error.call == "cgroup.procs" || error.subject == group.path else {
        throw error
      }
      handler(.warned(app, "it has no cgroup of its own: \(error)"))
      return nil
    }
  }

  /// Takes a new child over; one that cannot be watched is ended, so that none is left alone.
  private func hostNew(
    _ app: AppIdentifier,
    _ process: ProcessIdentity,
    _ scope: ProcessScope
  ) throws(SystemError) {
    do {
      try host(app, process, scope)
    } catch {
      Glibc.kill(process.pid, SIGKILL)
      waitpid(process.pid, nil, 0)
      scope.kill(main: nil)
      throw error
    }
  }

  /// Begins to watch a process.
  func host(
    _ app: AppIdentifier,
    _ process: ProcessIdentity,
    _ scope: ProcessScope
  ) throws(SystemError) {
    let watch = try ProcessWatch(process.pid, startTicks: process.startTicks, on: loop) {
      [weak self] end in self?.ended(process, ExitStatus(end))
    }
    processes[process] = HostedProcess(app: app, watch: watch, scope: scope)
  }

  /// What belongs to a process that an earlier daemon has started.
  func adoptedScope(of process: ProcessIdentity) -> ProcessScope {
    if let group = AppGroups.group(of: process) { return .cgroup(group) }
    let isLeader = ProcessFacts.read(process.pid)?.session == process.pid
    return isLeader ? .session(leader: process) : .alone
  }

  func setFrozen(
    _ isFrozen: Bool,
    _ app: AppIdentifier,
    _ process: ProcessIdentity
  ) -> Bool {
    guard let hosted = processes[process], hosted.app == app else { return false }
    return hosted.scope.setFrozen(isFrozen, main: hosted.watch)
  }

  private func ended(_ process: ProcessIdentity, _ status: ExitStatus) {
    guard let hosted = processes.removeValue(forKey: process) else { return }
    if let use = Self.use(of: hosted.scope, process: hosted.watch.finalUse) {
      handler(.measured(hosted.app, process, use))
    }
    clearAway(process, hosted.scope)
    handler(.exited(hosted.app, process, status))
  }

  /// Ends what the main process left behind, and removes its group.
  private func clearAway(_ process: ProcessIdentity, _ scope: ProcessScope) {
    switch scope {
    case .alone:
      return
    case .session:
      guard settings.endsLeftovers, scope.hasOthers else { return }
    case .cgroup(let group):
      if !group.isPopulated && (try? group.remove()) != nil { return }
    }
    do {
      leftovers[process] = try Leftovers(of: scope, settings: settings, files: files, on: loop) {
        [weak self] in self?.leftovers[process] = nil
      }
    } catch {
      // Without a descriptor to wait with there is no later.
      if settings.endsLeftovers { scope.kill(main: nil) }
    }
  }
}
