// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSimulator
import Testing

/// Files that are wrong: each complaint names the place, what was seen and what to write.
struct ScenarioReadingTests {
  private func complaint(_ text: String) -> String {
    do {
      _ = try Scenario(bytes: Data(text.utf8))
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a right file brings no complaint`() {
    #expect(complaint(ScenarioText.plain()) == "none")
  }

  @Test func `an unknown version is named`() {
    #expect(
      complaint(ScenarioText.plain(version: "2"))
        == "scenario: unknown version the number 2; this program reads version 1"
    )
  }

  @Test func `what is no JSON is no scenario`() {
    #expect(complaint("{\"scenario\": 1,,}").hasPrefix("this is no JSON: "))
    #expect(complaint("[]") == "an object is needed here, not a list")
    #expect(complaint("{}") == "the key \"scenario\" is missing; write \"scenario\": 1")
  }

  @Test(arguments: [
    (
      #"{"preset": "desktop"}"#,
      #"device.preset: unknown word "desktop"; one of: phone, portable, mains"#
    ),
    (#"{"inuse": true}"#, #"device: unknown key "inuse"; write "inUse""#),
    (#"{"battery": 101}"#, "device.battery: percent goes up to 100, not 101"),
    (#"{"battery": "full"}"#, #"device.battery: a whole number from 0 on is needed, not "full""#),
    (
      #"{"network": "metered"}"#,
      #"device.network: unknown word "metered"; one of: none, cellular, wifi"#
    ),
    (#"{"lowPower": 1}"#, "device.lowPower: true or false is needed, not the number 1"),
  ])
  func `a wrong device is told`(device: String, expected: String) {
    #expect(complaint(ScenarioText.plain(device: device)) == expected)
  }

  @Test(arguments: [
    (#","habits": ["7:30"]"#, #"apps[0].habits[0]: "7:30" is no time of day; write "07:30""#),
    (#","lastOpened": "1 hour""#, "apps[0].lastOpened: \"1 hour\" is no duration"),
    (#","task": {}"#, #"apps[0]: unknown key "task"; known here: id, lastOpened, habits"#),
    (#","registers": "t""#, #"apps[0].registers: a list is needed, not "t""#),
    (#","onTransfersDone": {"start": 1}"#, #"apps[0].onTransfersDone: the key "takes" is missing"#),
  ])
  func `a wrong app is told`(app: String, expected: String) {
    #expect(complaint(ScenarioText.plain(app: app)).hasPrefix(expected))
  }

  @Test(arguments: [
    (
      #"{"at": "0 01:00", "do": "opens", "app": "com.x.app"}"#,
      "timeline[0].do: unknown word \"opens\"; one of: power,"
    ),
    (
      #"{"at": "01:00", "do": "pressure"}"#,
      #"timeline[0].at: "01:00" is no moment; write day and time"#
    ),
    (#"{"at": "0 24:00", "do": "pressure"}"#, #"timeline[0].at: "0 24:00" is no moment"#),
    (
      #"{"at": "0 01:00", "do": "open", "app": "com.x"}"#,
      #"timeline[0].app: "com.x" is none of the scenario's apps"#
    ),
    (
      #"{"at": "0 01:00", "do": "open", "app": "com.x.app", "by": 1}"#,
      #"timeline[0]: unknown key "by"; known for "open": at, do, app"#
    ),
    (#"{"at": "0 01:00", "do": "clock", "by": "2"}"#, #"timeline[0].by: "2" is no jump"#),
    (
      #"{"at": "0 01:00", "do": "submit", "app": "com.x.app", "task": "u"}"#,
      #"timeline[0].task: com.x.app has no such task; give the "kind" as well"#
    ),
    (
      #"{"at": "0 01:00", "do": "update", "app": "com.x.app", "to": {"id": "y"}}"#,
      #"timeline[0].to: unknown key "id"; known of a build: permitted"#
    ),
  ])
  func `a wrong event is told`(event: String, expected: String) {
    #expect(complaint(ScenarioText.plain(event: event)).hasPrefix(expected))
  }

  @Test(arguments: [
    (#"{"that": "run", "task": "t"}"#, #"expect[0].that: unknown word "run"; one of: runs,"#),
    (
      #"{"that": "runs", "task": "t", "atMost": 1}"#,
      #"expect[0]: unknown key "atMost"; known for "runs""#
    ),
    (
      #"{"that": "submitted", "as": "b", "result": "ok"}"#,
      "expect[0].as: no submission of the timeline is called that"
    ),
    (
      #"{"that": "submitted", "as": "a", "result": "fine"}"#,
      #"expect[0].result: unknown word "fine"; one of: ok,"#
    ),
    (
      #"{"that": "why", "task": "t", "at": "0 01:00", "mentions": ["lowBatery"]}"#,
      #"expect[0].mentions: unknown reason "lowBatery""#
    ),
    (#"{"that": "notBefore", "task": "t"}"#, #"expect[0]: give "at", a moment, or "wall", a date"#),
    (
      #"{"that": "pending", "app": "com.x.app", "at": "0 01:00"}"#,
      #"expect[0]: give "tasks", a list, or "count""#
    ),
    (
      #"{"that": "ended", "task": "t", "run": 1, "as": ["expired"], "within": ["1s"]}"#,
      "expect[0].within: two durations are needed, not 1"
    ),
  ])
  func `a wrong expectation is told`(expect: String, expected: String) {
    #expect(complaint(ScenarioText.plain(expect: expect)).hasPrefix(expected))
  }

  @Test(arguments: [
    (
      #"{"that": "runs", "task": "t", "min": 2, "max": 1}"#,
      "expect[0].min: at least 2 and at most 1 cannot both be true"
    ),
    (
      #"{"that": "runs", "task": "t", "max": 0, "from": "0 02:00", "to": "0 02:00"}"#,
      "expect[0].to: nothing can be seen in a time that ends before it has begun"
    ),
    (
      #"{"that": "ended", "task": "t", "run": 0, "as": ["completed"]}"#,
      "expect[0].run: runs are counted from 1"
    ),
    (
      #"{"that": "ended", "task": "t", "run": 1, "as": ["failed"], "within": ["5s", "1s"]}"#,
      "expect[0].within: the shorter duration comes first"
    ),
  ])
  func `an expectation that contradicts itself is told`(expect: String, expected: String) {
    #expect(complaint(ScenarioText.plain(expect: expect)) == expected)
  }

  @Test func `two submissions of one name are told`() {
    let event =
      #"{"at": "0 01:00", "do": "submit", "app": "com.x.app", "task": "t", "as": "a"}"#
    #expect(
      complaint(ScenarioText.plain(event: event + "," + event))
        == #"timeline[1].as: another submission is called "a" already"#
    )
  }
}
