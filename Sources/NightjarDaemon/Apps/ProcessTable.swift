// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarHost
internal import NightjarModel
internal import NightjarSystem
internal import NightjarWire

/// The processes of apps: started ones with their launch socket, and found ones.
///
/// A started process is written down in the settings, so that the daemon that comes after this one
/// knows that it may freeze and end it.
final class ProcessTable: ProcessPort {
  private let host: AppHost
  private let links: AppLinks
  private var started: Set<ProcessIdentity> = []
  private var launches: UInt64 = 0

  /// Takes over the daemon's end of a launch socket.
  var adopt: ((_ descriptor: Int32, _ process: ProcessIdentity) -> Void)?

  /// Writes down that a process of an app was started; `nil` that it has ended.
  var remember: ((ProcessIdentity, AppIdentifier?) -> Void)?

  /// Tells what the whole machine has used.
  var machineUse: (() -> MachineUse)?

  /// The use of a process together with that of the machine.
  static func completed(_ use: ResourceUse, _ machine: MachineUse?) -> ResourceUse {
    var use = use
    use.machine = machine
    return use
  }

  init(host: AppHost, links: AppLinks) {
    self.host = host
    self.links = links
  }

  /// Whether a daemon started the process: this one, or the one before it.
  func isDaemonStarted(_ process: ProcessIdentity) -> Bool { started.contains(process) }

  /// Watches a process that connected by itself.
  ///
  /// - Returns: Whether it is alive.
  func watch(_ app: AppIdentifier, _ process: ProcessIdentity) -> Bool {
    host.watch(app, process, isDaemonStarted: isDaemonStarted(process))
  }

  /// Takes over a process that the daemon before this one started.
  ///
  /// One that has ended is taken over as well, until its exit is handled and it is forgotten.
  ///
  /// - Parameters:
  ///   - app: Whose process it is.
  ///   - process: The process.
  ///   - isOfThisBoot: Whether the machine was not booted since; another process may have both its
  ///     number and its time of start otherwise.
  /// - Returns: Whether it is alive.
  func takeOver(
    _ app: AppIdentifier,
    _ process: ProcessIdentity,
    isOfThisBoot: Bool
  ) -> Bool {
    started.insert(process)
    guard isOfThisBoot else { return false }
    links.note(process, belongsTo: app)
    return host.watch(app, process, isDaemonStarted: true)
  }

  /// Forgets a process that has ended.
  func forget(_ process: ProcessIdentity) {
    links.forget(process)
    if started.remove(process) != nil { remember?(process, nil) }
  }

  func launch(_ facts: AppFacts, inForeground: Bool) throws -> ProcessIdentity {
    launches += 1
    let (ours, theirs) = try UnixSocket.pair()
    let daemonEnd = Descriptor(owning: ours)
    let appEnd = Descriptor(owning: theirs)
    // The two ends are two open files, so the daemon's own stays as it is.
    try UnixSocket.makeBlocking(theirs)
    let process = try host.launch(
      facts,
      token: String(launches),
      socketDescriptor: appEnd.number,
      inForeground: inForeground
    )
    started.insert(process)
    links.note(process, belongsTo: facts.identifier)
    remember?(process, facts.identifier)
    adopt?(daemonEnd.release(), process)
    return process
  }

  func terminate(_ app: AppIdentifier, _ process: ProcessIdentity) {
    host.terminate(app, process)
  }

  func kill(_ app: AppIdentifier, _ process: ProcessIdentity) {
    host.kill(app, process)
  }

  func freeze(_ app: AppIdentifier, _ process: ProcessIdentity) {
    host.freeze(app, process)
  }

  func thaw(_ app: AppIdentifier, _ process: ProcessIdentity) {
    host.thaw(app, process)
  }

  func use(of app: AppIdentifier, _ process: ProcessIdentity) -> ResourceUse? {
    host.use(of: app, process).map { Self.completed($0, machineUse?()) }
  }
}

/// How a started process is spelt as the name of a setting.
enum ProcessSetting {
  private static let prefix = "process."

  static func key(_ process: ProcessIdentity) -> String {
    "\(prefix)\(process.pid).\(process.startTicks)"
  }

  /// Reads the name of a setting; `nil` when it is about something else.
  static func process(_ key: String) -> ProcessIdentity? {
    guard key.hasPrefix(prefix) else { return nil }
    let parts = key.dropFirst(prefix.count).split(separator: ".")
    guard parts.count == 2, let pid = Int32(parts[0]), let ticks = UInt64(parts[1]) else {
      return nil
    }
    return ProcessIdentity(pid: pid, startTicks: ticks)
  }
}
