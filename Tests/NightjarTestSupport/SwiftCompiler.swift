// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The compiler, used as a client of the libraries that this build made.
package struct SwiftCompiler: Sendable {
  /// What a run of a program left behind.
  package struct Output: Sendable {
    /// How it ended: the exit code, or the number of the signal.
    package var status: Int32

    /// Whether a signal ended it.
    package var wasSignaled: Bool

    /// Everything that it wrote to either output.
    package var text: String
  }

  private let build: String

  /// Finds the folder that the running tests were built into.
  ///
  /// - Throws: Whatever keeps the running program's path from being read.
  package init() throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    build = (program as NSString).deletingLastPathComponent
  }

  /// Checks that a file compiles.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - mode: The language mode, such as 6.
  ///   - more: Further options.
  /// - Returns: What the compiler said.
  /// - Throws: Whatever keeps the compiler from being run.
  package func typeCheck(_ file: String, mode: Int, _ more: [String] = []) throws -> Output {
    try Self.run("/usr/bin/env", ["swiftc", "-typecheck"] + options(mode) + more + [file])
  }

  /// Makes a program of one file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - mode: The language mode, such as 6.
  ///   - program: Where the program shall be.
  /// - Returns: What the compiler said.
  /// - Throws: Whatever keeps the compiler from being run.
  package func compile(_ file: String, mode: Int, to program: String) throws -> Output {
    let rooms = [
      "BackgroundTasks", "CNightjarLinux", "NightjarClient", "NightjarModel", "NightjarSystem",
      "NightjarWire",
    ]
    let objects = try rooms.flatMap { try objectPaths(of: $0) }
    return try Self.run(
      "/usr/bin/env",
      ["swiftc", "-parse-as-library", "-o", program] + options(mode) + [file] + objects
    )
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Its arguments.
  ///   - environment: Its variables; those of this process when there are none.
  /// - Returns: What it left behind.
  /// - Throws: Whatever keeps it from being started.
  package static func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String]? = nil
  ) throws -> Output {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(), to: "output")
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? output.close() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    return Output(
      status: process.terminationStatus,
      wasSignaled: process.terminationReason == .uncaughtSignal,
      text: try String(contentsOfFile: path, encoding: .utf8)
    )
  }

  private func options(_ mode: Int) -> [String] {
    [
      "-swift-version", "\(mode)", "-I", "\(build)/Modules",
      "-Xcc", "-fmodule-map-file=\(build)/CNightjarLinux.build/module.modulemap",
      "-diagnostic-style=llvm",
    ]
  }

  /// The objects of a room's present sources; its folder may hold those of removed ones too.
  private func objectPaths(of room: String) throws -> [String] {
    let folder = "\(build)/\(room).build"
    guard FileManager.default.fileExists(atPath: "\(folder)/sources") else {
      return try FileManager.default.subpathsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".o") }.map { "\(folder)/\($0)" }
    }
    return try String(contentsOfFile: "\(folder)/sources", encoding: .utf8)
      .split(separator: "\n").map { line in
        let path = line.trimmingCharacters(in: CharacterSet(charactersIn: "'\" "))
        return "\(folder)/\((path as NSString).lastPathComponent).o"
      }
  }
}
