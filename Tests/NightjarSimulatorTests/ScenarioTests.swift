// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSimulator
import Testing

/// The scenarios of this folder, each about one rule.
struct ScenarioTests {
  private static let files: [URL] = {
    let folder = Bundle.module.bundleURL.appending(path: "Scenarios")
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return (found ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  @Test func `there are scenarios`() {
    #expect(Self.files.count >= 41)
  }

  @Test(arguments: files) func `a scenario holds`(file: URL) throws {
    let report = ScenarioReport(playing: try Scenario(bytes: Data(contentsOf: file)))
    #expect(report.isSatisfied, "\(report.text)")
    #expect(!report.results.isEmpty)
  }

  @Test(arguments: files) func `the same scenario gives the same trace`(file: URL) throws {
    let scenario = try Scenario(bytes: Data(contentsOf: file))
    let first = ScenarioReport(playing: scenario)
    let second = ScenarioReport(playing: scenario)
    #expect(first.trace == second.trace)
    #expect(!first.trace.isEmpty)
  }

  @Test func `an expectation that does not hold is told with the story`() throws {
    let report = ScenarioReport(
      playing: try Scenario(bytes: Data(ScenarioText.plain(expect: ScenarioText.tooMany).utf8))
    )
    #expect(!report.isSatisfied)
    #expect(report.text.contains("FAIL  t runs at least 2 times"))
    #expect(report.text.contains("seen: 1 run, at 0 01:00:00"))
    #expect(report.text.contains("0 01:00:00  start  t  run 1"))
    #expect(report.text.contains("0 hold, 1 do not"))
  }

  @Test func `the printed trace is complete JSON`() throws {
    let report = ScenarioReport(
      playing: try Scenario(bytes: Data(ScenarioText.plain(expect: ScenarioText.tooMany).utf8))
    )
    let answer = try JSONDecoder().decode(JSONValue.self, from: Data(report.json.line.utf8))
    guard case .object(let fields) = answer, case .list(let trace) = fields["trace"] else {
      Issue.record("no trace in \(report.json.line)")
      return
    }
    #expect(fields["satisfied"] == false)
    #expect(fields["scenario"] == "plain")
    let start: JSONValue = [
      "at": "0 01:00:00", "wall": "2027-03-01T01:00:00Z", "event": "start", "app": "com.x.app",
      "task": "t", "run": 1,
    ]
    #expect(trace.contains(start))
  }
}

/// Scenario files as text.
enum ScenarioText {
  static let tooMany = #"{"that": "runs", "task": "t", "min": 2}"#

  /// A refresh that runs once on a machine that waits for no better moment.
  static func plain(
    version: String = "1",
    device: String = #"{"preset": "mains", "power": "external"}"#,
    app: String = "",
    event: String =
      #"{"at": "0 01:00", "do": "submit", "app": "com.x.app", "task": "t", "as": "a"}"#,
    expect: String = ""
  ) -> String {
    """
    {"scenario": \(version), "name": "plain", "rule": "none", "source": ["nightjar"],
     "start": "2027-03-01T00:00:00Z", "until": "0 06:00", "device": \(device),
     "apps": [{"id": "com.x.app", "permitted": ["t"], "modes": ["fetch"],
               "tasks": {"t": {"kind": "refresh"}}\(app)}],
     "timeline": [\(event)],
     "expect": [\(expect)]}
    """
  }
}
