// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NightjarModel
import NightjarSystem
import NightjarWire
import Testing

/// A real `nightjard` with a folder of its own.
///
/// The machine is what the test says: on mains power, online, idle, and cool.
final class RunningDaemon {
  let folder: TestFolder
  let loop: EventLoop
  var environment: [String: String]
  private let preset: String
  private(set) var process: ChildProcess?
  private var tool: WireClient?

  /// Spans that make a journey short; each test may say otherwise.
  static let quick =
    "freezeDelay=200ms,grace=600ms,killDelay=300ms,crashDelay=20ms,launchTime=15000ms"

  init(policy: String = quick, preset: String = "mains", starts: Bool = true) throws {
    self.preset = preset
    folder = try TestFolder()
    loop = try EventLoop()
    environment = [
      "NIGHTJAR_POLICY": policy,
      "NIGHTJAR_SOCKET": "\(folder.path)/run/socket",
      "NIGHTJAR_STATE": "\(folder.path)/state",
      "NOTIFY_SOCKET": "\(folder.path)/notify",
    ]
    if starts {
      try start()
      try set(["power": "external", "network": "unmetered", "idle": "true", "thermal": "nominal"])
    }
  }

  deinit {
    tool?.close()
    try? kill()
  }

  var socket: String { "\(folder.path)/run/socket" }
  var state: String { "\(folder.path)/state" }
  var pid: Int32 { process?.pid ?? -1 }

  /// What the daemon has printed.
  var log: String { process?.text ?? "" }

  // MARK: - Starting and ending

  /// Starts the daemon and waits until it says that it is ready.
  func start() throws {
    let notify = try NotifySocket(path: "\(folder.path)/notify")
    let process = try spawn()
    guard notify.wait(for: "READY=1", isOver: { !process.isAlive }) else {
      throw Failure("the daemon did not start: \(process.text)")
    }
  }

  /// Starts the daemon and waits for nothing.
  @discardableResult
  func spawn() throws -> ChildProcess {
    tool = nil
    let process = try ChildProcess(
      "\(TestFolder.programs)/nightjard",
      ["--preset", preset],
      environment: environment,
      output: "\(folder.path)/nightjard.log",
      on: loop
    )
    self.process = process
    return process
  }

  /// Ends it as a power cut would, and waits until it is gone.
  func kill() throws {
    process?.send(SIGKILL)
    try process?.wait()
  }

  /// Asks it to end, and waits until it has.
  @discardableResult
  func terminate() throws -> ProcessWatch.End? {
    process?.send(SIGTERM)
    return try process?.wait()
  }

  // MARK: - Calling

  /// A new connection of a tool.
  func connect() throws -> WireClient {
    try WireClient(path: socket, timeout: .seconds(10))
  }

  /// Calls a method as a tool.
  @discardableResult
  func call<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters
  ) throws -> Method.Reply {
    let client = try tool ?? connect()
    tool = client
    return try client.call(method, parameters, timeout: .seconds(20))
  }

  /// Overrides facts of the machine.
  func set(_ values: [String: String]) throws {
    try call(DeviceInterface.Set.self, .init(values: values))
  }

  func tasks(history: Bool = true) throws -> [SchedulerInterface.Task] {
    try call(SchedulerInterface.Tasks.self, .init(history: history)).tasks
  }

  /// The runs that have ended, oldest first.
  func history(of task: String) throws -> [String] {
    try tasks().filter { $0.task == task && $0.outcome != nil }.compactMap(\.outcome)
  }

  func app(_ name: String) throws -> AppsInterface.App? {
    try call(AppsInterface.List.self, NoFields()).apps.first { $0.facts.identifier == name }
  }

  func simulateExpiration(_ task: String) throws {
    try call(SchedulerInterface.SimulateExpiration.self, .init(identifier: task))
  }

  func simulateLaunch(_ task: String) throws {
    try call(SchedulerInterface.SimulateLaunch.self, .init(identifier: task))
  }

  /// Waits until the list of tasks, looked at after each change, has something.
  @discardableResult
  func wait<Value>(
    for what: String,
    in value: ([SchedulerInterface.Task]) throws -> Value?
  ) throws -> Value {
    let stream = try connect().stream(SchedulerInterface.Tasks.self, .init(history: true))
    defer { stream.close() }
    let end = Clocks.boot + Int64(patience) * 1_000_000
    var last: [SchedulerInterface.Task] = []
    while Clocks.boot < end {
      let left = TimeSpan.milliseconds(max(1, (end - Clocks.boot) / 1_000_000))
      guard let reply = try? stream.next(timeout: left) else { break }
      last = reply.tasks
      if let value = try value(last) { return value }
    }
    let states = last.map { "\($0.task) \($0.state) \($0.outcome ?? "") \($0.reasons)" }
    throw Failure("waited in vain for \(what); tasks: \(states); daemon: \(log)")
  }

  /// Waits until so many runs of a task have ended.
  ///
  /// - Returns: Their outcomes, oldest first.
  @discardableResult
  func waitForRuns(_ count: Int, of task: String) throws -> [String] {
    try wait(for: "\(count) runs of \(task)") { tasks in
      let ended = tasks.filter { $0.task == task }.compactMap(\.outcome)
      return ended.count >= count ? ended : nil
    }
  }

  /// Waits until an app is in a state.
  @discardableResult
  func waitForApp(_ name: String, toBe state: String) throws -> AppsInterface.App {
    try wait(for: "\(name) to be \(state)") { _ in
      guard let app = try app(name), app.state == state else { return nil }
      return app
    }
  }
}
