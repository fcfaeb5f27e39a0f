// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NightjarModel
package import NightjarSystem

/// Starts, watches, freezes and ends the processes of apps.
///
/// All of it happens on the thread of the event loop, and nothing waits but a start, which takes
/// until the program has begun.
package final class AppHost {
  let loop: EventLoop
  let settings: HostSettings
  let handler: (HostEvent) -> Void
  let logs: LogFolder
  let files: FileWatch?
  let rotation: LogRotation?
  var groups: AppGroups?
  var processes: [ProcessIdentity: HostedProcess] = [:]
  var leftovers: [ProcessIdentity: Leftovers] = [:]

  /// Why apps get no cgroup of their own; `nil` when they do.
  package let cgroupsUnavailable: String?

  /// Makes a host without processes.
  ///
  /// Apps that an earlier daemon froze are thawed, so that they can connect again. SIGCHLD becomes
  /// default for this process: while it is ignored, children end without a status (wait(2)).
  ///
  /// - Parameters:
  ///   - loop: Where to wait and call back.
  ///   - settings: Where everything is.
  ///   - handler: Told what happens.
  package init(
    on loop: EventLoop,
    settings: HostSettings,
    handler: @escaping (HostEvent) -> Void
  ) {
    self.loop = loop
    self.settings = settings
    self.handler = handler
    logs = LogFolder(stateFolder: settings.stateFolder)
    // Without inotify, logs are cut only when an app starts and emptied groups are polled for.
    files = try? FileWatch(on: loop)
    if let files {
      rotation = try? LogRotation(of: logs, settings: settings, files: files, on: loop)
    } else {
      rotation = nil
    }
    switch settings.cgroups {
    case .available(let tree):
      groups = AppGroups(in: tree)
      cgroupsUnavailable = nil
    case .unavailable(let why):
      groups = nil
      cgroupsUnavailable = why
    }
    signal(SIGCHLD, SIG_DFL)
    groups?.sweep()
  }

  /// Starts a process of an app.
  ///
  /// - Parameters:
  ///   - facts: The app.
  ///   - token: What the process shows when it attaches.
  ///   - socketDescriptor: The app's end of the launch socket; it stays the caller's to close.
  ///   - environment: More variables for the app.
  ///   - inForeground: Whether the user opens it.
  /// - Returns: The process, which runs its program by now; its end is told to the handler.
  /// - Throws: `HostError` when it could not be started; nothing is left of the attempt.
  package func launch(
    _ facts: AppFacts,
    token: String,
    socketDescriptor: Int32,
    environment: [String: String] = [:],
    inForeground: Bool
  ) throws(HostError) -> ProcessIdentity {
    let directory = try LaunchCheck.directory(for: facts)
    var spawn = Spawn(
      path: facts.executable,
      arguments: [facts.executable] + facts.arguments,
      environment: LaunchEnvironment.entries(
        own: settings.environment,
        launch: .init(facts: facts, token: token, inForeground: inForeground),
        directory: directory,
        socketPath: settings.socketPath,
        additions: environment
      )
    )
    spawn.directory = directory
    spawn.openFiles = settings.openFiles
    spawn.descriptors = [LaunchEnvironment.launchDescriptor: socketDescriptor]
    do {
      return try start(spawn, app: facts.identifier)
    } catch {
      throw LaunchCheck.explain(error, path: facts.executable)
    }
  }

  /// Watches a process that this host did not start.
  ///
  /// A process that an earlier daemon has started is thawed, since that daemon may have frozen it.
  ///
  /// - Parameters:
  ///   - app: The app that it is of.
  ///   - process: The process; with another start time it is another one.
  ///   - isDaemonStarted: Whether a daemon started it, and may therefore freeze it.
  /// - Returns: Whether it is alive; if not, no event follows. A process that is watched already,
  ///   such as one that this host started, stays as it is.
  @discardableResult
  package func watch(
    _ app: AppIdentifier,
    _ process: ProcessIdentity,
    isDaemonStarted: Bool
  ) -> Bool {
    if processes[process] != nil { return true }
    let scope = isDaemonStarted ? adoptedScope(of: process) : .alone
    guard (try? host(app, process, scope)) != nil else { return false }
    if isDaemonStarted {
      thaw(app, process)
      watchLog(of: app)
    }
    return true
  }

  /// Asks a process, and what it forked, to end: SIGTERM.
  ///
  /// A frozen one goes on, so that it can.
  ///
  /// - Parameters:
  ///   - app: The app that it is of.
  ///   - process: The process; one that is not watched is left alone.
  package func terminate(_ app: AppIdentifier, _ process: ProcessIdentity) {
    guard let hosted = processes[process], hosted.app == app else { return }
    hosted.scope.send(SIGTERM, main: hosted.watch)
    _ = hosted.scope.setFrozen(false, main: hosted.watch)
  }

  /// Ends a process, and what it forked: SIGKILL.
  ///
  /// - Parameters:
  ///   - app: The app that it is of.
  ///   - process: The process; one that is not watched is left alone.
  package func kill(_ app: AppIdentifier, _ process: ProcessIdentity) {
    guard let hosted = processes[process], hosted.app == app else { return }
    hosted.scope.kill(main: hosted.watch)
  }

  /// Freezes a process, and what it forked.
  ///
  /// - Parameters:
  ///   - app: The app that it is of.
  ///   - process: The process.
  /// - Returns: Whether it was frozen; never one that the user started.
  @discardableResult
  package func freeze(_ app: AppIdentifier, _ process: ProcessIdentity) -> Bool {
    setFrozen(true, app, process)
  }

  /// Lets a frozen process go on.
  ///
  /// - Parameters:
  ///   - app: The app that it is of.
  ///   - process: The process.
  /// - Returns: Whether it goes on; one that was not frozen is left as it is.
  @discardableResult
  package func thaw(_ app: AppIdentifier, _ process: ProcessIdentity) -> Bool {
    setFrozen(false, app, process)
  }

  /// Removes what was kept of an app that is removed: its logs.
  ///
  /// - Parameter app: The app.
  package func forget(_ app: AppIdentifier) {
    rotation?.unwatch(app)
    logs.remove(app)
  }

  /// Ends the watching and leaves the apps alive, for the daemon that comes next.
  ///
  /// Frozen apps are thawed: a frozen one could not connect to that daemon.
  package func close() {
    for hosted in processes.values {
      _ = hosted.scope.setFrozen(false, main: hosted.watch)
      hosted.watch.close()
    }
    processes = [:]
    for left in Array(leftovers.values) {
      left.close()
    }
    rotation?.close()
    files?.close()
  }
}
