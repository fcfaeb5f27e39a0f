// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarHost
import NightjarModel
import NightjarSystem
import Testing

@Suite struct LogTests {
  @Test func `no identifier leads out of the log folder or to another app's log`() {
    let identifiers = [
      "com.example.App", "../../etc/passwd", "..", ".", "a/b", "a%2Fb", "a b", "ä", "\n", "~",
      "/usr/bin/app", String(repeating: "a", count: 4096), String(repeating: "a", count: 4097),
      String(repeating: "/", count: 300),
    ]
    var names: Set<String> = []
    for identifier in identifiers {
      let path = AppLog.path(of: AppIdentifier(identifier), stateFolder: "/s")
      #expect(path.hasPrefix("/s/logs/"))
      let name = path.dropFirst("/s/logs/".count)
      #expect(!name.contains("/") && !name.hasPrefix(".") && name.utf8.count <= 240)
      names.insert(String(name))
    }
    #expect(names.count == identifiers.count)
    #expect(names.contains("com.example.App.log"))
  }

  @Test func `an app's output and errors are kept in order, for the user alone`() throws {
    let bench = try HostBench()
    let facts = bench.app("echo one; echo two >&2; printf 'three\\377'")
    let process = try bench.launch(facts)
    try bench.turn { bench.status(of: process) != nil }
    #expect(try bench.log(of: facts) == ["one", "two", "three\u{FFFD}"])
    let state = "\(bench.folder)/state"
    #expect(try AppLog.lastLines(1, of: facts.identifier, stateFolder: state).count == 1)
    #expect(try AppLog.lastLines(0, of: facts.identifier, stateFolder: state).isEmpty)
    #expect(try AppLog.lastLines(9, of: AppIdentifier("b"), stateFolder: state).isEmpty)
    var status = stat()
    stat(AppLog.path(of: facts.identifier, stateFolder: state), &status)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `a log that is too large is moved aside when its app starts`() throws {
    let bench = try HostBench { $0.logLimit = 1000 }
    let facts = bench.app("seq 1 500")
    for _ in 1...2 {
      let process = try bench.launch(facts)
      try bench.turn { bench.status(of: process) != nil }
    }
    let path = AppLog.path(of: facts.identifier, stateFolder: "\(bench.folder)/state")
    let older = try SmallFile.text(path + ".1")
    #expect(older.hasSuffix("\n499\n500\n"))
    #expect(older.utf8.count <= 1000)
    // A cut line is dropped rather than shown in half.
    #expect(older.hasPrefix("2") && older.split(separator: "\n")[0].count == 3)
    #expect(try bench.log(of: facts).suffix(501).first == "500")
  }

  @Test func `an app that writes without end cannot fill the disk`() throws {
    let bench = try HostBench { settings in
      settings.logLimit = 10_000
      settings.logInterval = .milliseconds(20)
    }
    // Somebody removes the log between two launches: the new file is watched as the old one was.
    let first = try bench.launch(bench.app("echo first"))
    try bench.turn { bench.status(of: first) != nil }
    let facts = bench.app("while :; do seq 1 1000; sleep 0.001; done")
    let path = AppLog.path(of: facts.identifier, stateFolder: "\(bench.folder)/state")
    unlink(path)
    let process = try bench.launch(facts)
    var cuts = 0
    var size = 0
    try bench.turn {
      var status = stat()
      stat(path, &status)
      if status.st_size < size { cuts += 1 }
      size = status.st_size
      return cuts >= 3
    }
    #expect(cuts >= 3)
    var older = stat()
    stat(path + ".1", &older)
    #expect(older.st_size <= 10_000)
    bench.host.kill(facts.identifier, process)
    try bench.turn { bench.status(of: process) != nil }
  }

  @Test func `an app runs without a log, and that is told`() throws {
    let bench = try HostBench { $0.stateFolder = "/proc/no/such" }
    let facts = bench.app("echo lost; exit 4")
    let process = try bench.launch(facts)
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.status(of: process) == .exited(4))
    guard case .warned(facts.identifier, let words) = bench.events.first else {
      Issue.record("nothing was warned of")
      return
    }
    #expect(words.contains("not kept"))
  }

  @Test func `a link in the place of a log is not followed`() throws {
    let bench = try HostBench()
    let facts = bench.app("echo harm")
    let victim = bench.write("precious", to: "victim")
    mkdir("\(bench.folder)/state", 0o700)
    mkdir("\(bench.folder)/state/logs", 0o700)
    symlink(victim, AppLog.path(of: facts.identifier, stateFolder: "\(bench.folder)/state"))
    let process = try bench.launch(facts)
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.read("victim") == "precious")
  }

  @Test func `a forgotten app has no log`() throws {
    let bench = try HostBench()
    let facts = bench.app("echo one")
    let process = try bench.launch(facts)
    try bench.turn { bench.status(of: process) != nil }
    #expect(try !bench.log(of: facts).isEmpty)
    bench.host.forget(facts.identifier)
    #expect(try bench.log(of: facts).isEmpty)
  }
}
