// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarDevice
internal import NightjarEngine
internal import NightjarHost
internal import NightjarModel
internal import NightjarStore
internal import NightjarWire

// What the daemon before this one left.

extension Daemon {
  /// Gives processes of apps their connections, and has it remembered whose they are.
  func wireProcesses(to server: WireServer) {
    processes.adopt = { [weak server] descriptor, process in
      // An app whose launch socket is lost can still connect to the daemon's own.
      _ = try? server?.adopt(descriptor, as: process)
    }
    processes.remember = { [shell] process, app in
      let setting = Setting(name: ProcessSetting.key(process), value: app?.rawValue)
      shell.save([setting]) { _ in }
    }
  }

  /// Puts together what the engine begins with.
  ///
  /// A process that is still alive may come back and is waited for; of one that is gone the engine
  /// is told at once, so that its runs end. None outlives a boot, and its app is not to blame.
  static func snapshot(
    _ store: StoreAdapter,
    _ device: Device,
    _ clock: SystemClock,
    _ processes: ProcessTable,
    _ inbox: Inbox,
    _ policy: Policy
  ) -> Snapshot {
    let startUp = StoreStartUp(settings: store.state.settings)
    let deadline = clock.now + policy.reattachTime
    let isSameBoot = store.state.isSameBoot
    if !isSameBoot { inbox.post(.rebooted) }
    var found: [ProcessIdentity: ProcessRecord] = [:]
    for (process, app) in startUp.started {
      let isAlive = processes.takeOver(app, process, isOfThisBoot: isSameBoot)
      found[process] = lost(process, of: app, isDaemonStarted: true, until: deadline)
      if !isAlive { inbox.post(.appExited(app, process, .unknown)) }
    }
    for record in store.state.runs where found[record.run.process] == nil {
      let (app, process) = (record.run.key.app, record.run.process)
      let isAlive = isSameBoot && processes.watch(app, process)
      found[process] = lost(process, of: app, isDaemonStarted: false, until: deadline)
      if !isAlive { inbox.post(.appExited(app, process, .unknown)) }
    }
    return Snapshot(
      device: device.state,
      wallOffset: clock.offset,
      apps: store.state.apps,
      pending: store.state.pending,
      runs: store.state.runs,
      crashes: store.state.crashes,
      processes: Array(found.values),
      lastSubmission: store.state.lastSubmission,
      lastRun: store.state.lastRun
    )
  }

  private static func lost(
    _ process: ProcessIdentity,
    of app: AppIdentifier,
    isDaemonStarted: Bool,
    until deadline: Instant
  ) -> ProcessRecord {
    ProcessRecord(
      app: app,
      identity: process,
      phase: .lost,
      deadline: deadline,
      isDaemonStarted: isDaemonStarted,
      isForeground: false
    )
  }

  /// How the daemon is, for `nightjar doctor`.
  var status: DaemonInterface.Status.Reply {
    DaemonInterface.Status.Reply(
      version: Self.version,
      pid: Int(getpid()),
      socket: options.socket,
      stateDirectory: options.stateDirectory,
      preset: shell.engine.policy.preset.rawValue,
      startedAt: startedAt.rfc3339,
      apps: shell.engine.appIdentifiers.count,
      pending: shell.engine.pendingCount,
      running: shell.engine.runningCount,
      checks: checks
    )
  }

  private var checks: [DaemonInterface.Check] {
    let cgroups = DaemonInterface.Check(
      name: "cgroup",
      state: host.cgroupsUnavailable == nil ? "ok" : "missing",
      detail: host.cgroupsUnavailable ?? "each app gets a cgroup of its own",
      remedy: host.cgroupsUnavailable.map { _ in
        "Nothing need be done: process groups are used instead. Run nightjard as a systemd user "
          + "service with Delegate=yes to have cgroups."
      }
    )
    let sources = device.checks.map { check in
      DaemonInterface.Check(
        name: check.name,
        state: check.state.rawValue,
        detail: check.detail,
        remedy: check.remedy
      )
    }
    return [cgroups] + sources
  }
}
