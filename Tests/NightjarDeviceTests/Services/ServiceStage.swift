// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A private bus with services of python3-dbusmock on it; see `stage.py`, which it speaks to.
final class ServiceStage {
  struct Failure: Error {
    var what: String
  }

  /// A value whose type on the bus is named by a letter.
  typealias Value = [String: Any]

  /// A Python that has dbusmock; nil where there is none.
  private static let python = ["/usr/bin/python3", "python3"].first { name in
    (try? run([name, "-c", "import dbusmock, gi"])) == 0
  }

  /// Whether the machine has dbusmock and a bus.
  static let isAvailable = python != nil && (try? run(["dbus-daemon", "--version"])) == 0

  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()

  /// Opens a stage without a bus; that will be in the folder, at `run/dbus/system_bus_socket`.
  init(in folder: String) throws {
    guard let python = Self.python,
      let script = Bundle.module.path(forResource: "stage", ofType: "py")
    else { throw Failure(what: "no Python with dbusmock") }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [python, script, folder]
    process.standardInput = commands
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    // The script ends its children when it has nothing more to read.
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func startBus() throws { try tell("bus", "start") }

  func stopBus() throws { try tell("bus", "stop") }

  /// Starts a service from one of dbusmock's templates.
  func start(_ title: String, template: String, _ properties: [Any] = []) throws {
    try tell("start", title, json(["template": template, "properties": properties]))
  }

  /// Starts a service that has nothing but a few properties, right or wrong.
  func start(_ title: String, _ name: String, at path: String, _ properties: Value) throws {
    let role: [String: Any] = [
      "name": name, "path": path, "interface": name, "properties": [[path, name, properties]],
    ]
    try tell("start", title, json(role))
  }

  func stop(_ title: String) throws { try tell("stop", title) }

  func freeze(_ title: String) throws { try tell("freeze", title) }

  func thaw(_ title: String) throws { try tell("thaw", title) }

  func set(
    _ title: String,
    _ path: String,
    _ interface: String,
    _ name: String,
    _ value: Any
  ) throws {
    try tell("set", title, path, interface, name, json(value))
  }

  /// Has a service send a signal.
  func emit(_ title: String, at path: String, _ name: String, _ type: String, _ value: Any) throws {
    let parts = name.split(separator: "/").map(String.init)
    let arguments: [Any] = [parts[0], parts[1], type, [value]]
    let interface = "org.freedesktop.DBus.Mock"
    try tell("call", title, path, interface, "EmitSignal", json(arguments))
  }

  /// Calls a method.
  @discardableResult
  func call(
    _ title: String,
    _ path: String,
    _ interface: String,
    _ method: String,
    _ arguments: [Any] = []
  ) throws -> String {
    try tell("call", title, path, interface, method, json(arguments))
  }

  @discardableResult
  private func tell(_ words: String...) throws -> String {
    let line = words.joined(separator: " ") + "\n"
    try commands.fileHandleForWriting.write(contentsOf: Data(line.utf8))
    var answer = Data()
    while let byte = try answers.fileHandleForReading.read(upToCount: 1), byte.first != 10 {
      answer += byte
    }
    guard let read = try JSONSerialization.jsonObject(with: answer) as? [String: Any],
      let value = read["value"] as? String
    else { throw Failure(what: "the stage is gone") }
    guard read["isDone"] as? Bool == true else { throw Failure(what: "\(line): \(value)") }
    return value
  }

  private func json(_ value: Any) throws -> String {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: data, as: UTF8.self)
  }

  private static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
