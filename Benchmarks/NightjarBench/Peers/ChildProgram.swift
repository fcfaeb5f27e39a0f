// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSystem

/// A program that runs beside the benchmark and ends with it.
final class ChildProgram {
  private let process = Process()

  /// The number of its process.
  var pid: Int32 { process.processIdentifier }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: Its path, or a name to look for in `PATH`.
  ///   - arguments: The words after its name.
  ///   - environment: Variables that are set beside those of the benchmark.
  ///   - log: The file that takes what it prints.
  /// - Throws: `BenchError` when there is no such program, else what Foundation throws.
  init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    log: String
  ) throws {
    guard let found = Self.find(path) else { throw BenchError("\(path) is not installed") }
    try Data().write(to: URL(fileURLWithPath: log))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.executableURL = URL(fileURLWithPath: found)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit {
    end()
  }

  /// Asks the program to end and waits until it has.
  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// Tries again and again until the program is up.
  ///
  /// - Parameter attempt: What works only when it is up.
  /// - Returns: What the attempt returns.
  /// - Throws: The last error of the attempt when ten seconds have passed or the program has ended.
  func waitUntilUp<Result>(_ attempt: () throws -> Result) throws -> Result {
    let deadline = Clocks.boot + 10_000_000_000
    while true {
      do {
        return try attempt()
      } catch {
        guard process.isRunning, Clocks.boot < deadline else { throw error }
        usleep(10_000)
      }
    }
  }

  private static func find(_ name: String) -> String? {
    guard !name.contains("/") else { return KernelFile.exists(name) ? name : nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    // Debian keeps some servers where a user's PATH does not look.
    return "\(path):/usr/sbin:/sbin".split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
