// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarCommandLine
import NightjarWire
import Testing

struct ExitCodeTests {
  private static let verbs = [
    ["apps"], ["tasks"], ["why", "t"], ["submit", "a", "t"], ["simulate", "launch", "t"],
    ["simulate", "expire", "t"], ["device"], ["log"], ["tasks", "--watch"], ["log", "-f"],
  ]

  @Test(arguments: verbs)
  func `3 says that no daemon answers`(arguments: [String]) {
    let result = run(arguments, daemon: nil)
    #expect(result.code == .noDaemon)
    #expect(result.errors.contains("nobody listens at"))
  }

  @Test(arguments: verbs)
  func `4 says that the daemon refused`(arguments: [String]) {
    let refusal = Failure(refusal: "io.nightjar.Future.Unheard", "the moon is wrong")
    let result = run(arguments, daemon: FakeDaemon(refusal: refusal))
    #expect(result.code == .refused)
    #expect(result.errors == "nightjar: the moon is wrong\n")
    let json = run(arguments + ["--json"], daemon: FakeDaemon(refusal: refusal))
    #expect(json.errors.contains("\"code\":\"io.nightjar.Future.Unheard\""))
  }

  @Test(arguments: [
    (["why", "com.example.feed.refrsh"], "TaskNotFound", "com.example.feed.refresh"),
    (["simulate", "launch", "org.other.claen"], "SimulationRefused", "org.other.clean"),
  ])
  func `an unknown task is answered with the nearest one`(
    arguments: [String],
    error: String,
    name: String
  ) throws {
    let refusal = Failure(refusal: "io.nightjar.Scheduler.\(error)", "no such task")
    let daemon = FakeDaemon(refusal: refusal, refusesLists: false)
    let result = run(arguments, daemon: daemon)
    #expect(result.code == .refused)
    #expect(result.errors == "nightjar: no such task\nDid you mean \(name)?\n")
  }

  @Test(arguments: ["remove", "launch", "quit", "settings"])
  func `an unknown app is answered with the nearest one`(action: String) {
    let refusal = Failure(refusal: "io.nightjar.Apps.AppNotFound", "no such app")
    let daemon = FakeDaemon(refusal: refusal, refusesLists: false)
    let result = run(["apps", action, "com.example.fed"], daemon: daemon)
    #expect(result.code == .refused)
    #expect(result.errors == "nightjar: no such app\nDid you mean com.example.feed?\n")
  }

  @Test func `a task that is there is not suggested for itself`() {
    let refusal = Failure(refusal: "io.nightjar.Scheduler.SimulationRefused", "it is not running")
    let daemon = FakeDaemon(refusal: refusal, refusesLists: false)
    let result = run(["simulate", "expire", "org.other.clean"], daemon: daemon)
    #expect(result.errors == "nightjar: it is not running\n")
  }

  @Test func `a list of an app that nobody knows is refused, and not empty`() {
    let daemon = FakeDaemon(tasks: [])
    let result = run(["tasks", "--app", "com.example.fed"], daemon: daemon)
    #expect(result.code == .refused)
    #expect(result.errors.contains("no app \"com.example.fed\" is known"))
    #expect(result.errors.contains("Did you mean com.example.feed?"))
    let known = run(["tasks", "--app", "com.example.feed"], daemon: daemon)
    #expect(known.code == .done)
    #expect(known.text == "No tasks.\n")
  }

  @Test func `a complaint in JSON is made of whole sentences`() {
    let result = run(["taks", "--json"])
    #expect(result.errors.contains("did you mean tasks? See `nightjar --help`."))
  }

  @Test func `the socket option comes before the environment`() {
    let environment = ["NIGHTJAR_SOCKET": "/from/environment"]
    let given = run(["tasks", "--socket", "/given"], daemon: nil, environment: environment)
    #expect(given.errors.contains("/given"))
    #expect(run(["tasks"], daemon: nil, environment: environment).errors.contains("/from/env"))
  }

  @Test func `a reader who has enough is no failure`() {
    let result = run(["tasks"], output: CapturedOutput(failure: .readerLeft))
    #expect(result.code == .done)
    #expect(result.errors.isEmpty)
  }

  @Test func `an output that cannot be written is a failure`() {
    let result = run(["tasks"], output: CapturedOutput(failure: .failed("No space left")))
    #expect(result.code == .findings)
    #expect(result.errors == "nightjar: the output cannot be written: No space left\n")
  }

  @Test func `doctor tells what the daemon and the machine say`() throws {
    let found = [DaemonInterface.Check(name: "power", state: "ok", detail: "upower")]
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    let result = run(
      ["doctor", "--json"],
      daemon: FakeDaemon(checks: found),
      environment: ["NIGHTJAR_STATE": folder, "NIGHTJAR_SOCKET": folder + "/socket"],
      programFolder: folder
    )
    #expect(result.text.contains("\"detail\":\"upower\""))
    #expect(result.text.split(separator: "\"name\":\"power\"").count == 2)
    #expect(result.text.contains("\"name\":\"systemd\""))
    #expect(result.text.contains("\"version\":\"9.9.9\""))
  }

  @Test func `doctor exits with 1 when the daemon reports a fault`() {
    let fault = DaemonInterface.Check(
      name: "store",
      state: "failed",
      detail: "gone",
      remedy: "mend"
    )
    let result = run(["doctor"], daemon: FakeDaemon(checks: [fault]))
    #expect(result.code == .findings)
    #expect(result.text.contains("store"))
    #expect(result.text.contains("    mend\n"))
  }

  @Test func `doctor examines the machine without a daemon and exits with 3`() {
    let result = run(["doctor"], daemon: nil)
    #expect(result.code == .noDaemon)
    #expect(result.text.contains("nobody listens at"))
    #expect(result.text.contains("state folder"))
  }

  @Test func `doctor names a state folder that is a file`() {
    let environment = ["NIGHTJAR_STATE": "/proc/version/state", "NIGHTJAR_SOCKET": "/tmp/x/socket"]
    let result = run(["doctor", "--local"], daemon: nil, environment: environment)
    #expect(result.code == .findings)
    #expect(result.text.contains("/proc/version is not a folder"))
  }

  @Test func `doctor reads the machine's own files`() throws {
    let machine = try TemporaryFolder()
    let supply = machine.path + "/sys/class/power_supply/BAT0"
    try FileManager.default.createDirectory(atPath: supply, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: machine.path + "/proc/net",
      withIntermediateDirectories: true
    )
    _ = try machine.file("sys/class/power_supply/BAT0/type", "Battery\n")
    _ = try machine.file("proc/net/route", "Iface\tDestination\nwlan9\t00000000\t0102A8C0\n")
    let text = run(["doctor", "--local"], daemon: nil, root: machine.path).text
    #expect(text.contains("BAT0 (battery)"))
    #expect(text.contains("default route over wlan9"))
    #expect(text.contains("not the service manager here"))
  }

  @Test func `daemon becomes the program beside it with the options it was given`() throws {
    let folder = try TemporaryFolder()
    let program = try folder.file("nightjard", "#!/bin/sh\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let result = run(
      ["daemon", "--preset", "phone", "--socket=/s", "--state", "/tmp"],
      programFolder: folder.path,
      become: { program, words in "\(program) \(words.dropFirst().joined(separator: " "))" }
    )
    #expect(result.errors.contains("\(program) --socket /s --state /tmp --preset phone"))
  }

  @Test func `daemon says where it looked for a missing program`() {
    let result = run(["daemon"], environment: ["PATH": "/nowhere"], programFolder: "/not/here")
    #expect(result.code == .findings)
    #expect(result.errors.contains("no nightjard in /not/here nor in PATH"))
  }

  @Test func `daemon refuses a socket path that no socket can have`() {
    let result = run(["daemon", "--socket", "/" + String(repeating: "s", count: 200)])
    #expect(result.code == .usage)
    #expect(result.errors.contains("201 bytes"))
  }
}
