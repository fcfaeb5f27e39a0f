// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import NightjarStore
import Testing

@testable import NightjarDaemon

@Suite
struct DaemonOptionsTests {
  private func options(
    _ arguments: [String] = [],
    _ environment: [String: String] = ["HOME": "/home/me"]
  ) throws(DaemonOptions.UsageError) -> DaemonOptions {
    try DaemonOptions(arguments: arguments, environment: environment, uid: 7)
  }

  @Test
  func `places are found as the base directory specification says`() throws {
    #expect(try options().socket == "/tmp/nightjar-7/socket")
    #expect(try options().stateDirectory == "/home/me/.local/state/nightjar")
    let xdg = ["XDG_RUNTIME_DIR": "/run/user/7", "XDG_STATE_HOME": "/state"]
    #expect(try options([], xdg).socket == "/run/user/7/nightjar/socket")
    #expect(try options([], xdg).stateDirectory == "/state/nightjar")
    let own = xdg.merging(["NIGHTJAR_SOCKET": "/s", "NIGHTJAR_STATE": "/d"]) { $1 }
    #expect(try options([], own).socket == "/s")
    #expect(try options([], own).stateDirectory == "/d")
    #expect(try options(["--socket", "/a", "--state=/b"], own).socket == "/a")
    #expect(try options(["--socket", "/a", "--state=/b"], own).stateDirectory == "/b")
    #expect(try options(["--preset=phone"]).preset == .phone)
    #expect(try options().policyFile == "/home/me/.config/nightjar/policy.json")
    #expect(
      try options([], xdg.merging(["XDG_CONFIG_HOME": "/c"]) { $1 }).policyFile
        == "/c/nightjar/policy.json"
    )
    #expect(try options(["--policy", "/p"]).policyFile == "/p")
    #expect(try options().preset == nil)
  }

  @Test(arguments: [
    (["--sockt", "/a"], "--sockt"), (["--socket"], "--socket"), (["--state="], "--state"),
    (["--preset", "pone"], "phone, portable, mains"), (["run"], "run"),
  ])
  func `a mistake is told with its word and the remedy`(words: [String], part: String) {
    let error = #expect(throws: DaemonOptions.UsageError.self) { try options(words) }
    #expect(error?.description.contains(part) == true)
  }

  @Test
  func `without a home there is no place for the state`() {
    let error = #expect(throws: DaemonOptions.UsageError.self) { try options([], [:]) }
    #expect(error?.description.contains("--state") == true)
  }

  @Test(arguments: ["", "kill", "kill-before", "kill-before:0", "kill-before:x", "kill-after:1"])
  func `a fault that does not exist is refused`(text: String) {
    #expect(throws: DaemonError.self) {
      try FaultPoint(environment: ["NIGHTJAR_FAULT": text])
    }
  }

  @Test
  func `without the variable there is no fault point`() throws {
    #expect(try FaultPoint(environment: [:]) == nil)
    #expect(try FaultPoint(environment: ["NIGHTJAR_FAULT": "kill-before:3"]) != nil)
  }

  @Test
  func `a process is spelt as a setting and read back`() {
    let process = ProcessIdentity(pid: 12, startTicks: 34)
    #expect(ProcessSetting.process(ProcessSetting.key(process)) == process)
    for key in ["process.", "process.1", "process.1.2.3", "process.x.2", "override.power"] {
      #expect(ProcessSetting.process(key) == nil)
    }
  }

  @Test
  func `settings are sorted by what they are for`() {
    let found = StoreStartUp(
      settings: ["override.power": "battery", "process.12.34": "org.example.app", "odd": "1"]
    )
    #expect(found.overrides == ["power": "battery"])
    #expect(found.started.map(\.app.rawValue) == ["org.example.app"])
    let settings = StoreStartUp.settings(for: ["power": "battery"], keys: ["idle", "power"])
    #expect(settings.map(\.name) == ["override.idle", "override.power"])
    #expect(settings.map(\.value) == [nil, "battery"])
  }
}
