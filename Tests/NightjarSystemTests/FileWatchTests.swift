// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

@Suite struct FileWatchTests {
  @Test func `what comes into a folder and leaves it is told by name`() throws {
    let loop = try EventLoop()
    let folder = TemporaryFolder()
    let watch = try FileWatch(on: loop)
    var seen: [String] = []
    try watch.watch(folder.path, for: [.added, .removed]) { changes, name in
      seen.append("\(changes.contains(.added) ? "+" : "-")\(name)")
    }
    let file = folder.file("a", "")
    rename(file, "\(folder.path)/b")
    unlink("\(folder.path)/b")
    try turn(loop) { seen.count == 4 }
    #expect(seen == ["+a", "-a", "+b", "-b"])
  }

  @Test func `a watch for one time is silent afterwards and can be made again`() throws {
    let loop = try EventLoop()
    let folder = TemporaryFolder()
    let file = folder.file("a", "")
    let watch = try FileWatch(on: loop)
    var calls = 0
    for round in 1...2 {
      try watch.watch(file, for: .modified, once: true) { _, _ in calls += 1 }
      _ = folder.file("a", "some")
      _ = folder.file("a", "more")
      try turn(loop) { calls == round }
      while try loop.turn(timeoutMilliseconds: 0) {}
      #expect(calls == round)
    }
  }

  @Test func `a path that is forgotten or not there is not watched`() throws {
    let loop = try EventLoop()
    let folder = TemporaryFolder()
    let watch = try FileWatch(on: loop)
    let token = try watch.watch(folder.path, for: .added) { _, _ in Issue.record("forgotten") }
    watch.unwatch(token)
    _ = folder.file("a", "")
    while try loop.turn(timeoutMilliseconds: 0) {}
    #expect(throws: SystemError(errno: ENOENT, call: "inotify_add_watch", subject: "/no/such")) {
      try watch.watch("/no/such", for: .added) { _, _ in }
    }
  }
}
