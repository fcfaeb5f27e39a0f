// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSQLite
import NightjarStore
import NightjarSystem
import Synchronization
import Testing

struct KillTests {
  @Test func `kill -9 at any call loses nothing that was acknowledged`() async throws {
    let folder = try TemporaryFolder()
    var written: Int64 = 0
    for round in 0..<8 {
      let kill = Int.random(in: 1...(round < 3 ? 60 : 3000))
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, kill = kill as Int, first = written as Int64] in
        try KillTests.write(path, from: first, killAt: kill)
      }
      written = try check(folder, "killed at call \(kill) of round \(round)")
    }
    #expect(written > 500)
  }

  /// Submits and starts runs, several at a time, until the process ends itself in the middle.
  static func write(_ path: String, from first: Int64, killAt kill: Int) throws {
    let files = try FaultyFileSystem(name: "kill")
    let calls = Mutex(0)
    files.set { _, _ in
      let count = calls.withLock { calls in
        calls += 1
        return calls
      }
      if count == kill { Glibc.kill(getpid(), SIGKILL) }
    }
    var options = Store.Options()
    options.fileSystem = files.name
    let open = try OpenStore(path, options: options)
    let notes = Glibc.open(path + "/notes", O_WRONLY | O_APPEND | O_CREAT, 0o600)
    for number in stride(from: first + 1, to: .max, by: 1) {
      let pending = Samples.pending(number, task: "\(number)")
      open.store.write(Batch(changes: [.requestSaved(pending, replacing: nil)])) { outcome in
        if outcome == .committed { note("saved \(number)\n", notes) }
      }
      let started = open.start(Batch(changes: number % 3 == 0 ? [.runStarted(run(number))] : []))
      if number % 8 != 0 { continue }
      guard try open.wait(for: started) == .committed else { return }
      if number % 3 == 0 { note("started \(number)\n", notes) }
    }
  }

  private static func run(_ number: Int64) -> Run {
    Samples.run(number, of: Samples.pending(number, task: "\(number)"))
  }

  /// One write at the end of a file, which the kernel keeps when the process is killed after it.
  private static func note(_ line: String, _ file: Int32) {
    _ = line.withCString { Glibc.write(file, $0, strlen($0)) }
  }

  /// Compares the files with the notes, and returns the highest number.
  private func check(_ folder: TemporaryFolder, _ what: Comment) throws -> Int64 {
    let open = try OpenStore(folder.path)
    #expect(open.notices.isEmpty, what)
    let pending = Set(open.state.pending.map(\.number.rawValue))
    let runs = Set(open.state.runs.map(\.run.number.rawValue))
    #expect(pending.isDisjoint(with: runs), what)
    let notes = (try? String(contentsOfFile: folder.file("notes"), encoding: .utf8)) ?? ""
    for note in notes.split(separator: "\n") {
      let words = note.split(separator: " ")
      let number = try #require(Int64(words[1]))
      let isThere = words[0] == "saved" ? pending.union(runs) : runs
      #expect(isThere.contains(number), what)
    }
    let last = (pending.union(runs)).max() ?? 0
    #expect(open.state.lastSubmission.rawValue == last, what)
    #expect(open.state.lastRun.rawValue == runs.max() ?? 0, what)
    return last
  }
}
