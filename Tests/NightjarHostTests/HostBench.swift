// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarHost
import NightjarModel
import NightjarSystem
import Testing

/// How a test's apps are grouped.
enum Grouping: String, CaseIterable {
  case cgroup
  case session

  /// The ways that this machine offers.
  static var offered: [Self] {
    if case .available = CgroupTree.find() { allCases } else { [.session] }
  }
}

/// A host with a folder of its own; whatever its apps leave is killed with the object.
final class HostBench {
  let folder: String
  let loop: EventLoop
  private(set) var host: AppHost
  private(set) var events: [HostEvent] = []

  /// What ended processes had used.
  private(set) var uses: [ProcessIdentity: ResourceUse] = [:]
  private var started: [ProcessIdentity] = []

  init(_ grouping: Grouping = .session, change: (inout HostSettings) -> Void = { _ in }) throws {
    var template = Array("/tmp/nightjar-host-XXXXXX".utf8CString)
    folder = String(cString: mkdtemp(&template))
    loop = try EventLoop()
    var settings = HostSettings(stateFolder: "\(folder)/state", socketPath: "\(folder)/socket")
    if grouping == .session { settings.cgroups = .unavailable("switched off by the test") }
    change(&settings)
    var report: (HostEvent) -> Void = { _ in }
    host = AppHost(on: loop, settings: settings) { report($0) }
    report = { [weak self] event in
      if case .measured(_, let process, let use) = event {
        self?.uses[process] = use
      } else {
        self?.events.append(event)
      }
    }
  }

  deinit {
    for process in started {
      for facts in ProcessFacts.all() where facts.session == process.pid {
        kill(facts.pid, SIGKILL)
      }
    }
    host.close()
    var status: Int32 = 0
    while waitpidForOurs(&status) {}
    removeTree(folder)
  }

  private func waitpidForOurs(_ status: inout Int32) -> Bool {
    started.contains { waitpid($0.pid, &status, WNOHANG) > 0 }
  }

  /// Writes an executable script and describes an app that it is the program of.
  func app(_ script: String, name: String = "app", arguments: [String] = []) -> AppFacts {
    let path = write("#!/bin/sh\n\(script)\n", to: name, mode: 0o755)
    return AppFacts(
      identifier: AppIdentifier("com.example.\(name)"),
      executable: path,
      arguments: arguments
    )
  }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ text: String, to name: String, mode: mode_t = 0o644) -> String {
    let path = "\(folder)/\(name)"
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, mode)
    let bytes = Array(text.utf8)
    Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
    return path
  }

  /// The text of a file in the folder; `nil` while it is not there.
  func read(_ name: String) -> String? { try? SmallFile.text("\(folder)/\(name)") }

  /// The number that a script has written into a file, once the line is whole.
  func number(in name: String) -> Int32? {
    guard let text = read(name), text.hasSuffix("\n") else { return nil }
    return Int32(text.dropLast())
  }

  @discardableResult
  func launch(_ facts: AppFacts, socket: Int32? = nil) throws -> ProcessIdentity {
    let null = try Descriptor.open("/dev/null", O_RDWR)
    let process = try host.launch(
      facts,
      token: "token-1",
      socketDescriptor: socket ?? null.number,
      environment: ["WORD": "added"],
      inForeground: false
    )
    started.append(process)
    return process
  }

  func forgetEvents() {
    events = []
  }

  /// How a process ended, once it was told.
  func status(of process: ProcessIdentity) -> NightjarModel.ExitStatus? {
    for case .exited(_, process, let status) in events { return status }
    return nil
  }

  /// The last lines of an app's log.
  func log(of facts: AppFacts) throws -> [String] {
    try AppLog.lastLines(1000, of: facts.identifier, stateFolder: "\(folder)/state")
  }

  /// Turns the loop until something holds; fails the test after twenty seconds.
  func turn(
    until isDone: () throws -> Bool,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = Clocks.boot + 20_000_000_000
    while try !isDone() {
      guard Clocks.boot < deadline else {
        Issue.record("what was waited for did not happen", sourceLocation: location)
        return
      }
      // A file that a script writes cannot be awaited, so the loop comes back by itself.
      try loop.turn(timeoutMilliseconds: 10)
    }
  }
}

/// Whether a process lives: it is there and no zombie.
func isAlive(_ pid: Int32) -> Bool { ProcessFacts.read(pid).map { !$0.hasEnded } ?? false }

private func removeTree(_ path: String) {
  guard let folder = opendir(path) else {
    unlink(path)
    return
  }
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name == "." || name == ".." { continue }
    if entry.pointee.d_type == UInt8(DT_DIR) {
      removeTree("\(path)/\(name)")
    } else {
      unlink("\(path)/\(name)")
    }
  }
  closedir(folder)
  rmdir(path)
}
