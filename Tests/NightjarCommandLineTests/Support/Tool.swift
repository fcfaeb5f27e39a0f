// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program of the machine, run to its end.
struct Tool {
  var code: Int32
  var text: String
  var errors: String

  /// Whether a program is installed; tests that need it are skipped where it is not.
  static func exists(_ name: String) -> Bool { path(name) != nil }

  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The `nightjar` that was built beside these tests.
  static var nightjar: String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent + "/nightjar"
  }

  /// Runs a script of sh(1).
  static func shell(
    _ script: String,
    environment: [String: String] = [:]
  ) throws -> Self {
    // Files instead of pipes, and no `Process`: it waits until every heir of its descriptors is
    // gone, and a terminal multiplexer lives on.
    let folder = try TemporaryFolder()
    let files = [try folder.file("out", ""), try folder.file("errors", "")]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, files[0], O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, files[1], O_WRONLY, 0)
    // The threads that run tests block signals, and a child would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let line = ["bash", "-c", script]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/bin/bash", &actions, &attributes, &words, &settings)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return Self(
      code: status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F),
      text: try String(contentsOfFile: files[0], encoding: .utf8),
      errors: try String(contentsOfFile: files[1], encoding: .utf8)
    )
  }
}

/// A folder that is removed with its last user.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/nj-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file into the folder.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
