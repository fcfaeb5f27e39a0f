// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem

/// A program that a test started, with what it printed.
final class ChildProcess {
  let pid: Int32
  let output: String
  private let loop: EventLoop
  private var watch: ProcessWatch?
  private(set) var end: ProcessWatch.End?

  init(
    _ path: String,
    _ arguments: [String] = [],
    environment: [String: String],
    output: String,
    on loop: EventLoop
  ) throws {
    var all = OwnEnvironment.all().filter { name, _ in !name.hasPrefix("NIGHTJAR_") }
    all["NOTIFY_SOCKET"] = nil
    all.merge(environment) { $1 }
    var spawn = Spawn(
      path: path,
      arguments: [path] + arguments,
      environment: all.map { "\($0)=\($1)" }
    )
    let log = try Descriptor.open(output, O_WRONLY | O_APPEND | O_CREAT)
    spawn.output = log.number
    spawn.errorOutput = log.number
    let child = try spawn.start()
    pid = child.pid
    self.output = output
    self.loop = loop
    watch = try ProcessWatch(child.pid, startTicks: child.startTicks, on: loop) { [weak self] end in
      self?.end = end
    }
  }

  deinit {
    // One that lives on is ended and reaped with its folder.
    if end == nil { waitpid(pid, nil, WNOHANG) }
  }

  /// What it has printed so far.
  var text: String { (try? SmallFile.text(output)) ?? "" }

  var isAlive: Bool { end == nil && watch?.isAlive == true }

  func send(_ signal: Int32) {
    // It may have ended by itself, which is what is waited for.
    try? watch?.send(signal)
  }

  /// Waits for its end.
  @discardableResult
  func wait(milliseconds: Int32 = patience) throws -> ProcessWatch.End {
    try loop.wait(for: "the end of process \(pid): \(text)", milliseconds: milliseconds) { end }
  }
}

/// Whether a process lives: it is there and no zombie.
func isAlive(_ pid: Int32) -> Bool { ProcessFacts.read(pid).map { !$0.hasEnded } ?? false }
