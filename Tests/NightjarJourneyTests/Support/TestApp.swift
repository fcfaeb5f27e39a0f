// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import NightjarWire
import Testing

/// An app that does what its script says: `ScriptedApp` with an `Info.plist` of its own.
final class TestApp {
  /// One line of the app's trace.
  struct Line: Decodable, Hashable {
    var pid: Int32
    var event: String
    var task: String?
    var value: String?
  }

  let identifier: String
  let folder: String
  var executable: String
  let daemon: RunningDaemon
  private let watch: FileWatch
  private var permitted = ["refresh", "other", "index", "clean"]

  init(_ name: String = "app", in daemon: RunningDaemon) throws {
    identifier = "org.example.\(name)"
    folder = "\(daemon.folder.path)/\(name)"
    executable = "\(TestFolder.programs)/ScriptedApp"
    self.daemon = daemon
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(folder)/trace.jsonl"))
    watch = try FileWatch(on: daemon.loop)
    try watch.watch("\(folder)/trace.jsonl", for: .modified) { _, _ in }
    try describe()
  }

  deinit {
    watch.close()
  }

  /// Writes the `Info.plist`.
  func describe(permitted: [String]? = nil, build: Int = 1) throws {
    if let permitted { self.permitted = permitted }
    let plist: [String: Any] = [
      "CFBundleIdentifier": identifier,
      "CFBundleName": identifier,
      "CFBundleVersion": "\(build)",
      "BGTaskSchedulerPermittedIdentifiers": self.permitted,
      "UIBackgroundModes": ["fetch", "processing"],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: plist,
      format: .xml,
      options: 0
    )
    try data.write(to: URL(fileURLWithPath: "\(folder)/Info.plist"))
  }

  /// Says what the app does from its next start on.
  func does(start: [String], _ tasks: [String: [String]] = [:]) throws {
    let script: [String: Any] = ["start": start, "tasks": tasks]
    let data = try JSONSerialization.data(withJSONObject: script)
    try data.write(to: URL(fileURLWithPath: "\(folder)/script.json"))
  }

  /// Starts the app as a user would from a terminal.
  func start() throws -> ChildProcess {
    try ChildProcess(
      executable,
      environment: [
        "NIGHTJAR_INFO_PLIST": "\(folder)/Info.plist",
        "NIGHTJAR_SOCKET": daemon.socket,
      ],
      output: "\(folder)/output.log",
      on: daemon.loop
    )
  }

  /// Starts the app, lets it do its part, and waits for its end.
  func visit(_ steps: [String]) throws {
    try does(start: steps + ["exit 0"])
    let end = try start().wait()
    try #require(end == .exited(0), "\(trace) \(output)")
  }

  /// Makes the app known without starting it.
  func install(arguments: [String] = []) throws {
    try daemon.call(
      AppsInterface.Install.self,
      .init(
        facts: .init(
          AppFacts(
            identifier: AppIdentifier(identifier),
            bundleIdentifier: identifier,
            executable: executable,
            arguments: arguments,
            infoPlist: "\(folder)/Info.plist",
            name: identifier,
            build: "0",
            permittedIdentifiers: permitted,
            backgroundModes: ["fetch", "processing"]
          )
        )
      )
    )
  }

  /// Submits a request in the app's name.
  @discardableResult
  func submit(_ kind: String, _ task: String, power: Bool = false) throws -> Bool {
    try daemon.call(
      SchedulerInterface.Submit.self,
      .init(app: identifier, identifier: task, kind: kind, requiresExternalPower: power)
    ).replaced
  }

  /// Everything that the app has lived through, over all its processes.
  var trace: [Line] {
    let text = (try? String(contentsOfFile: "\(folder)/trace.jsonl", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode(Line.self, from: Data(line.utf8))
    }
  }

  /// What the app printed when the user had started it, and when the daemon had.
  var output: String {
    let log = "\(daemon.state)/logs/\(identifier).log"
    return [log, "\(folder)/output.log"]
      .compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
      .joined()
  }

  /// Waits until an event has happened so many times.
  ///
  /// - Returns: The last of them.
  @discardableResult
  func wait(for event: String, _ task: String? = nil, times: Int = 1) throws -> Line {
    try daemon.loop.wait(
      for: "\(times) × \(event) \(task ?? ""): \(trace); app: \(output); daemon: \(daemon.log)"
    ) {
      let lines = events(event, task)
      return lines.count >= times ? lines.last : nil
    }
  }

  /// The times that an event has happened.
  func events(_ event: String, _ task: String? = nil) -> [Line] {
    trace.filter { $0.event == event && (task == nil || $0.task == task) }
  }
}
