// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
package import NightjarWire

/// Typed calls to the daemon over one connection; for tools, which wait for each answer.
package struct DaemonConnection: Sendable {
  private let client: WireClient

  /// How long an answer may take: a submission waits for the disk, which may be slow.
  private static let timeout = TimeSpan.seconds(30)

  /// Connects to the daemon that listens at a path.
  ///
  /// - Parameter socket: The path.
  /// - Throws: `WireError`, with `notRunning` when nobody listens there.
  package init(socket: String) throws(WireError) {
    client = try WireClient(path: socket)
  }

  private func call<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters
  ) throws(WireError) -> Method.Reply {
    try client.call(method, parameters, timeout: Self.timeout)
  }

  private func follow<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters,
    each: (Method.Reply) throws -> Void
  ) throws {
    let stream = try client.stream(method, parameters)
    while let reply = try stream.next() { try each(reply) }
  }
}

// MARK: - The daemon and its log

extension DaemonConnection {
  /// The daemon at a glance.
  ///
  /// - Throws: `WireError`.
  package func status() throws(WireError) -> DaemonInterface.Status.Reply {
    try call(DaemonInterface.Status.self, NoFields())
  }

  /// The numbers that the daemon decides by.
  ///
  /// - Throws: `WireError`.
  package func policy() throws(WireError) -> DaemonInterface.Policy.Reply {
    try call(DaemonInterface.Policy.self, NoFields())
  }

  /// The last lines of the log.
  ///
  /// - Throws: `WireError`.
  package func log(app: String?, limit: Int?) throws(WireError) -> [DaemonInterface.Line] {
    try call(DaemonInterface.Log.self, .init(app: app, limit: limit)).lines
  }

  /// Hands over the last lines and then each new one, until the daemon ends the stream.
  ///
  /// - Throws: `WireError`, or what the closure throws.
  package func followLog(
    app: String?,
    limit: Int?,
    each: ([DaemonInterface.Line]) throws -> Void
  ) throws {
    try follow(DaemonInterface.Log.self, .init(app: app, limit: limit)) { try each($0.lines) }
  }
}

// MARK: - The journal

extension DaemonConnection {
  /// Hands over the lines of the journal, oldest first, some at a time.
  ///
  /// - Throws: `WireError`, or what the closure throws.
  package func readJournal(each: ([String]) throws -> Void) throws {
    var place: Int?
    repeat {
      let page = try call(DaemonInterface.Journal.self, .init(after: place))
      try each(page.lines)
      place = page.next
    } while place != nil
  }
}

// MARK: - Apps

extension DaemonConnection {
  /// All apps.
  ///
  /// - Throws: `WireError`.
  package func apps() throws(WireError) -> [AppsInterface.App] {
    try call(AppsInterface.List.self, NoFields()).apps
  }

  /// Makes an app known.
  ///
  /// - Throws: `WireError`.
  package func install(_ facts: AppsInterface.Facts) throws(WireError) -> AppsInterface.App {
    try call(AppsInterface.Install.self, .init(facts: facts)).app
  }

  /// Forgets an app.
  ///
  /// - Throws: `WireError`.
  package func remove(app: String) throws(WireError) {
    _ = try call(AppsInterface.Remove.self, .init(app: app))
  }

  /// Opens an app in front.
  ///
  /// - Throws: `WireError`.
  package func launch(app: String) throws(WireError) {
    _ = try call(AppsInterface.Launch.self, .init(app: app))
  }

  /// Swipes an app away.
  ///
  /// - Throws: `WireError`.
  package func quit(app: String) throws(WireError) {
    _ = try call(AppsInterface.Quit.self, .init(app: app))
  }

  /// Sets an app's switch of Background App Refresh; `nil` leaves it as it is.
  ///
  /// - Throws: `WireError`.
  package func settings(
    app: String,
    backgroundRefresh: Bool?
  ) throws(WireError) -> AppsInterface.App {
    try call(AppsInterface.Settings.self, .init(app: app, backgroundRefresh: backgroundRefresh)).app
  }

  /// When the user tends to open an app.
  ///
  /// - Throws: `WireError`.
  package func usage(app: String) throws(WireError) -> AppsInterface.Usage.Reply {
    try call(AppsInterface.Usage.self, .init(app: app))
  }

  /// Forgets when the user opened an app.
  ///
  /// - Throws: `WireError`.
  package func eraseUsage(app: String) throws(WireError) {
    _ = try call(AppsInterface.EraseUsage.self, .init(app: app))
  }
}

// MARK: - Tasks

extension DaemonConnection {
  /// What waits, runs and, if asked for, has ended.
  ///
  /// - Throws: `WireError`.
  package func tasks(app: String?, history: Bool) throws(WireError) -> [SchedulerInterface.Task] {
    try call(SchedulerInterface.Tasks.self, .init(app: app, history: history)).tasks
  }

  /// Hands over the tasks now and after each change, until the daemon ends the stream.
  ///
  /// - Throws: `WireError`, or what the closure throws.
  package func watchTasks(
    app: String?,
    history: Bool,
    each: ([SchedulerInterface.Task]) throws -> Void
  ) throws {
    try follow(SchedulerInterface.Tasks.self, .init(app: app, history: history)) {
      try each($0.tasks)
    }
  }

  /// Everything that holds a task.
  ///
  /// - Throws: `WireError`.
  package func why(task: String, app: String?) throws(WireError) -> SchedulerInterface.Task {
    try call(SchedulerInterface.Why.self, .init(identifier: task, app: app)).task
  }

  /// Asks for background time.
  ///
  /// - Returns: Whether a pending request of that name was replaced.
  /// - Throws: `WireError`.
  package func submit(
    _ request: SchedulerInterface.Submit.Parameters
  ) throws(WireError) -> Bool {
    try call(SchedulerInterface.Submit.self, request).replaced
  }

  /// Starts a pending request, whatever holds it.
  ///
  /// - Throws: `WireError`.
  package func simulateLaunch(task: String, app: String?) throws(WireError) {
    _ = try call(SchedulerInterface.SimulateLaunch.self, .init(identifier: task, app: app))
  }

  /// Takes a running task back.
  ///
  /// - Throws: `WireError`.
  package func simulateExpiration(task: String, app: String?) throws(WireError) {
    _ = try call(SchedulerInterface.SimulateExpiration.self, .init(identifier: task, app: app))
  }
}

// MARK: - What the user watches

extension DaemonConnection {
  /// What waits, runs, and has ended of late.
  ///
  /// - Throws: `WireError`.
  package func activity(app: String?) throws(WireError) -> [ActivityInterface.Item] {
    try call(ActivityInterface.Watch.self, .init(app: app)).items
  }

  /// Hands over what the user watches now and after changes, until the daemon ends the stream.
  ///
  /// - Throws: `WireError`, or what the closure throws.
  package func watchActivity(
    app: String?,
    each: ([ActivityInterface.Item]) throws -> Void
  ) throws {
    try follow(ActivityInterface.Watch.self, .init(app: app)) { try each($0.items) }
  }

  /// Ends a continued task for the user.
  ///
  /// - Throws: `WireError`.
  package func cancelActivity(app: String, task: String) throws(WireError) {
    _ = try call(ActivityInterface.Cancel.self, .init(app: app, task: task))
  }
}

// MARK: - The device

extension DaemonConnection {
  /// What the daemon believes of the machine.
  ///
  /// - Throws: `WireError`.
  package func deviceFacts() throws(WireError) -> [DeviceInterface.Fact] {
    try call(DeviceInterface.Show.self, NoFields()).facts
  }

  /// Overrides facts.
  ///
  /// - Throws: `WireError`.
  package func setDevice(
    _ values: [String: String]
  ) throws(WireError) -> [DeviceInterface.Fact] {
    try call(DeviceInterface.Set.self, .init(values: values)).facts
  }

  /// Lifts overrides; `nil` lifts all.
  ///
  /// - Throws: `WireError`.
  package func resetDevice(_ keys: [String]?) throws(WireError) -> [DeviceInterface.Fact] {
    try call(DeviceInterface.Reset.self, .init(keys: keys)).facts
  }
}
