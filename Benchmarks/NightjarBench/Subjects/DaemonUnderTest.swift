// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarModel
internal import NightjarSystem
internal import NightjarWire

/// A real `nightjard` of its own, on a machine that is idle, plugged in and online.
final class DaemonUnderTest {
  /// The socket to call it on.
  let socket: String

  private let program: ChildProgram

  /// Starts the daemon that lies beside the benchmark.
  ///
  /// - Parameters:
  ///   - folder: Where its state and its socket go; made if it is missing.
  ///   - environment: Variables for it and the apps that it starts.
  /// - Throws: `BenchError` when there is no daemon, `WireError` when it does not answer.
  init(in folder: String, environment: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    socket = "\(folder)/run/s"
    let arguments = [
      "--socket", socket, "--state", "\(folder)/state", "--preset", "mains",
    ]
    program = try ChildProgram(
      "\(Self.folderOfThisProgram)/nightjard",
      arguments,
      environment: environment,
      log: "\(folder)/nightjard.log"
    )
    let client = try program.waitUntilUp { try connect() }
    _ = try client.call(
      DeviceInterface.Set.self,
      .init(values: ["power": "external", "battery": "100", "network": "unmetered", "idle": "true"])
    )
  }

  /// The number of its process.
  var pid: Int32 { program.pid }

  /// Opens a connection.
  ///
  /// - Throws: `WireError` when nobody answers.
  func connect() throws -> WireClient { try WireClient(path: socket) }

  /// Ends the daemon.
  func end() { program.end() }

  /// Makes an app known that has ten tasks of each kind of work.
  ///
  /// - Throws: `WireError`.
  func install(_ app: String, over client: WireClient) throws {
    let facts = AppsInterface.Facts(
      identifier: app,
      bundleIdentifier: app,
      executable: Self.thisProgram,
      arguments: [],
      name: app,
      build: "1",
      permittedIdentifiers: (0..<10).map { "\(app).\($0)" },
      backgroundModes: ["fetch", "processing"],
      entitlements: []
    )
    _ = try client.call(AppsInterface.Install.self, .init(facts: facts))
  }

  /// The path of the benchmark itself.
  static let thisProgram =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ?? CommandLine.arguments[0]

  private static var folderOfThisProgram: String {
    (thisProgram as NSString).deletingLastPathComponent
  }
}
