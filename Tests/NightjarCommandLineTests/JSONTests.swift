// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarCommandLine
import NightjarWire
import Synchronization
import Testing

struct JSONTests {
  @Test func `tasks have the shape that scripts rely on`() {
    let daemon = FakeDaemon(tasks: [Samples.tasks[0]])
    #expect(
      run(["tasks", "--json"], daemon: daemon).text == """
        {"tasks":[{"app":"com.example.feed","task":"com.example.feed.refresh","kind":"refresh",\
        "state":"pending","submittedAt":"2026-05-01T10:00:00Z",\
        "earliestBeginDate":"2026-05-01T10:30:00Z","reasons":[{"reason":"notBefore",\
        "seen":"2026-05-01T10:05:00Z","needed":"2026-05-01T10:30:00Z or later",\
        "clearsAt":"2026-05-01T10:30:00Z"},{"reason":"waitingForExternalPower",\
        "seen":"on battery, 40 %","needed":"external power","clearsAt":null}],"run":null,\
        "startedAt":null,"endedAt":null,"outcome":null,"expirationReason":null,"use":null}]}

        """
    )
    #expect(run(["tasks", "--json"], daemon: FakeDaemon(tasks: [])).text == "{\"tasks\":[]}\n")
  }

  @Test func `why is one object of the list`() {
    let list = run(["tasks", "--json"], daemon: FakeDaemon(tasks: [Samples.tasks[0]])).text
    let one = run(["why", "x", "--json"]).text.dropLast()
    #expect(list == "{\"tasks\":[\(one)]}\n")
  }

  @Test(arguments: [
    ["apps"], ["apps", "remove", "a"], ["apps", "launch", "a"], ["apps", "quit", "a"],
    ["apps", "settings", "a", "--background-refresh", "on"], ["tasks"], ["why", "t"],
    ["submit", "a", "t"], ["simulate", "launch", "t"], ["simulate", "expire", "t"], ["device"],
    ["doctor", "--policy"], ["apps", "usage", "a"], ["apps", "usage", "a", "--erase"],
    ["device", "set", "power=battery"], ["device", "reset"], ["log"], ["doctor"],
    ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"], ["version"],
    ["help"], ["help", "tasks"], ["tasks", "--help"],
  ])
  func `every verb answers in JSON`(arguments: [String]) throws {
    let text = run(arguments + ["--json"]).text
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(object is [String: Any])
  }

  @Test func `a stream in JSON is one object a line`() throws {
    for arguments in [["tasks", "--watch", "--json"], ["log", "--follow", "--json"]] {
      let lines = run(arguments).text.split(separator: "\n")
      #expect(lines.count == 2)
      for line in lines {
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
      }
    }
  }

  @Test func `what an app printed is one object as well`() throws {
    let state = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: state.path + "/logs",
      withIntermediateDirectories: true
    )
    _ = try state.file("logs/a.b.log", "one\ntwo\n")
    let text = run(
      ["log", "--output", "--app", "a.b", "--json"],
      daemon: nil,
      environment: ["NIGHTJAR_STATE": state.path]
    ).text
    #expect(
      text
        == #"{"lines":[{"app":"a.b","message":"one"},{"app":"a.b","message":"two"}]}"# + "\n"
    )
  }

  @Test func `every character survives`() throws {
    let text = "\"\\/\u{0}\u{1F}\u{7F}\u{2028}é日\n\r\t👩‍👩‍👧"
    let line = JSONText.list([.text(text)]).line
    #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == [text])
    #expect(!line.utf8.contains { $0 < 0x20 })
  }

  @Test func `a submission names what was sent`() {
    let daemon = FakeDaemon()
    let result = run(
      ["submit", "a", "t", "--kind=processing", "--network", "--power", "--earliest", "+1h30m"],
      daemon: daemon
    )
    #expect(result.code == .done)
    let expected = SchedulerInterface.Submit.Parameters(
      app: "a",
      identifier: "t",
      kind: "processing",
      earliestBeginDate: "2026-05-01T11:35:00Z",
      requiresNetworkConnectivity: true,
      requiresExternalPower: true
    )
    #expect(daemon.submitted.withLock { $0 } == expected)
  }
}
