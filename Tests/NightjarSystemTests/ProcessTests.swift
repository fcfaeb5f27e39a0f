// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

@Suite struct ProcessTests {
  @Test func `a name full of parentheses does not shift the fields`() throws {
    let stat = "7 (a) b) (\n) S 1 7 6 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 4711 10 11 12\n"
    let facts = try #require(ProcessFacts(stat: Array(stat.utf8)))
    #expect(facts.pid == 7)
    #expect(facts.state == "S")
    #expect(facts.parent == 1)
    #expect(facts.group == 7)
    #expect(facts.session == 6)
    #expect(facts.startTicks == 4711)
  }

  @Test(arguments: ["", "7", "7 (a", "7 (a)", "7 (a) S 1", ") (", "x (a) S x x x x"])
  func `a broken stat line is no process`(stat: String) {
    #expect(ProcessFacts(stat: Array(stat.utf8)) == nil)
  }

  @Test func `the facts of this process are true`() throws {
    let facts = try #require(ProcessFacts.read(getpid()))
    #expect(facts.pid == getpid())
    #expect(facts.parent == getppid())
    #expect(facts.group == getpgrp())
    #expect(facts.session == getsid(0))
    #expect(ProcessFacts.all().contains { $0.pid == getpid() })
    #expect(ProcessFacts.executable(of: getpid())?.hasPrefix("/") == true)
  }

  @Test(arguments: [
    ("exit 0", ProcessWatch.End.exited(0)), ("exit 42", .exited(42)),
    ("kill -9 $$", .signaled(9)), ("kill -TERM $$", .signaled(15)),
  ])
  func `the end of a child comes with its status`(script: String, end: ProcessWatch.End) throws {
    let loop = try EventLoop()
    let child = try shell(script).start()
    var ends: [ProcessWatch.End] = []
    let watch = try ProcessWatch(child.pid, startTicks: child.startTicks, on: loop) {
      ends.append($0)
    }
    try turn(loop) { !ends.isEmpty }
    #expect(ends == [end])
    #expect(!watch.isAlive)
    #expect(ProcessFacts.read(child.pid)?.startTicks != child.startTicks, "it was not reaped")
  }

  @Test func `the end of a process of somebody else is told without a status`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var middle = shell("sleep 60 >/dev/null & echo $!")
    middle.output = pipe.writeEnd
    let child = try middle.start()
    let text = pipe.readAll()
    waitpid(child.pid, nil, 0)
    let pid = try #require(Int32(text.split(separator: "\n").first ?? ""))
    var ends: [ProcessWatch.End] = []
    let watch = try ProcessWatch(pid, on: loop) { ends.append($0) }
    #expect(watch.isAlive)
    try watch.send(SIGKILL)
    try turn(loop) { !ends.isEmpty }
    #expect(ends == [.unknown])
  }

  @Test func `another start time is another process`() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError(errno: ESRCH, call: "pidfd_open", subject: "process \(getpid())")) {
      _ = try ProcessWatch(getpid(), startTicks: 1, on: loop) { _ in }
    }
  }

  @Test func `a watch that is closed leaves the process alone`() throws {
    let loop = try EventLoop()
    let child = try shell("exec sleep 60").start()
    let first = try ProcessWatch(child.pid, on: loop) { _ in Issue.record("it was closed") }
    first.close()
    var end: ProcessWatch.End?
    let second = try ProcessWatch(child.pid, on: loop) { end = $0 }
    #expect(second.isAlive)
    try second.send(SIGTERM)
    try turn(loop) { end != nil }
    #expect(end == .signaled(SIGTERM))
  }
}

/// A shell that runs a script with a plain environment.
func shell(_ script: String) -> Spawn {
  Spawn(
    path: "/bin/sh",
    arguments: ["sh", "-c", script],
    environment: ["PATH=/usr/bin:/bin"]
  )
}
