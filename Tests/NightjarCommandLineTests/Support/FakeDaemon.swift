// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import NightjarWire
import Synchronization
import Testing

/// A daemon that answers from memory and notes what it was asked.
final class FakeDaemon: Daemon, Sendable {
  private let notes = Mutex<[String]>([])
  let tasks: [SchedulerInterface.Task]
  let budgets: [AppsInterface.Budget]?
  let refusal: Failure?
  let refusesLists: Bool
  let checks: [DaemonInterface.Check]
  let journal: [String]

  init(
    tasks: [SchedulerInterface.Task] = Samples.tasks,
    budgets: [AppsInterface.Budget]? = nil,
    refusal: Failure? = nil,
    refusesLists: Bool = true,
    checks: [DaemonInterface.Check] = [],
    journal: [String] = ["{}", "[]", "1"]
  ) {
    self.tasks = tasks
    self.budgets = budgets
    self.refusal = refusal
    self.refusesLists = refusesLists
    self.checks = checks
    self.journal = journal
  }

  /// The calls so far, in words.
  var calls: [String] { notes.withLock { $0 } }

  private func note(_ call: String, isList: Bool = false) throws {
    notes.withLock { $0.append(call) }
    if let refusal, refusesLists || !isList { throw refusal }
  }

  func status() throws -> DaemonInterface.Status.Reply {
    try note("status")
    return DaemonInterface.Status.Reply(
      version: "9.9.9",
      pid: 4711,
      socket: "/run/socket",
      stateDirectory: "/state",
      preset: "mains",
      startedAt: "2026-05-01T09:00:00Z",
      apps: 1,
      pending: 2,
      running: 3,
      checks: checks
    )
  }

  func policy() throws -> DaemonInterface.Policy.Reply {
    try note("policy")
    return Samples.policy
  }

  func apps() throws -> [AppsInterface.App] {
    try note("apps", isList: true)
    var app = Samples.app
    app.budgets = budgets
    return [app]
  }

  func install(_ facts: AppsInterface.Facts) throws -> AppsInterface.App {
    try note("install \(facts.identifier) \(facts.arguments)")
    var app = Samples.app
    app.facts = facts
    return app
  }

  func remove(app: String) throws { try note("remove \(app)") }
  func launch(app: String) throws { try note("launch \(app)") }
  func quit(app: String) throws { try note("quit \(app)") }

  func settings(app: String, backgroundRefresh: Bool?) throws -> AppsInterface.App {
    try note("settings \(app) \(backgroundRefresh.map(String.init) ?? "-")")
    var known = Samples.app
    known.backgroundRefresh = backgroundRefresh ?? true
    return known
  }

  func usage(app: String) throws -> AppsInterface.Usage.Reply {
    try note("usage \(app)")
    return Samples.usage
  }

  func eraseUsage(app: String) throws { try note("erase usage \(app)") }

  func tasks(app: String?, history: Bool) throws -> [SchedulerInterface.Task] {
    try note("tasks \(app ?? "-") \(history)", isList: true)
    return tasks
  }

  func watchTasks(
    app: String?,
    history: Bool,
    each: ([SchedulerInterface.Task]) throws -> Void
  ) throws {
    try note("watch \(app ?? "-") \(history)")
    try each(tasks)
    try each([])
  }

  func why(task: String, app: String?) throws -> SchedulerInterface.Task {
    try note("why \(task) \(app ?? "-")")
    return try #require(tasks.first)
  }

  func submit(_ request: SchedulerInterface.Submit.Parameters) throws -> Bool {
    try note("submit \(request.app) \(request.identifier) \(request.kind)")
    submitted.withLock { $0 = request }
    return false
  }

  let submitted = Mutex<SchedulerInterface.Submit.Parameters?>(nil)

  func simulateLaunch(task: String, app: String?) throws { try note("simulate launch \(task)") }
  func simulateExpiration(task: String, app: String?) throws {
    try note("simulate expire \(task)")
  }

  func activity(app: String?) throws -> [ActivityInterface.Item] {
    try note("activity \(app ?? "-")")
    return Samples.items
  }

  func watchActivity(app: String?, each: ([ActivityInterface.Item]) throws -> Void) throws {
    try note("watch activity \(app ?? "-")")
    try each(Samples.items)
    try each(Samples.itemsAfterwards)
  }

  func cancelActivity(app: String, task: String) throws { try note("cancel \(app) \(task)") }

  func deviceFacts() throws -> [DeviceInterface.Fact] {
    try note("device")
    return Samples.facts
  }

  func setDevice(_ values: [String: String]) throws -> [DeviceInterface.Fact] {
    let words = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    try note("set \(words.joined(separator: " "))")
    return Samples.facts
  }

  func resetDevice(_ keys: [String]?) throws -> [DeviceInterface.Fact] {
    try note("reset \(keys?.joined(separator: " ") ?? "all")")
    return Samples.facts
  }

  func log(app: String?, limit: Int?) throws -> [DaemonInterface.Line] {
    try note("log \(app ?? "-") \(limit.map(String.init) ?? "-")")
    return Samples.lines
  }

  func followLog(
    app: String?,
    limit: Int?,
    each: ([DaemonInterface.Line]) throws -> Void
  ) throws {
    try note("follow \(app ?? "-")")
    for line in Samples.lines { try each([line]) }
  }

  func readJournal(each: ([String]) throws -> Void) throws {
    try note("journal")
    for line in journal { try each([line]) }
  }
}
