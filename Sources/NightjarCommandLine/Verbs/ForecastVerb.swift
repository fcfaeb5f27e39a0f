// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSimulator

/// `nightjar forecast`.
enum ForecastVerb: Verb {
  static let command = Command(
    name: "forecast",
    summary: "Play a scripted device day in virtual time, and check what must be true of it.",
    discussion: [
      "The file is a scenario: a device, its apps, what happens to them, and what must then hold. "
        + "The daemon's own scheduler plays it without a clock; no daemon is needed.",
      "Exit code 0 means that every expectation holds, 1 that one does not, 2 that the file is "
        + "wrong. With --json the answer is {\"scenario\", \"satisfied\", \"results\", "
        + "\"answers\", \"trace\"}.",
    ],
    positionals: [Positional(form: .file, help: "The scenario, a JSON file.")],
    examples: [
      Example(line: "nightjar forecast night.json", meaning: "Play a night and print what held.")
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    guard let path = session.invocation.words.first else { return .usage }
    let report = ScenarioReport(playing: try scenario(at: path))
    try session.write(session.isJSON ? report.json.line + "\n" : report.text)
    return report.isSatisfied ? .done : .findings
  }

  private static func scenario(at path: String) throws -> Scenario {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw Failure(.usage, "\(path) cannot be read: \(error.localizedDescription)")
    }
    do {
      return try Scenario(bytes: bytes)
    } catch {
      throw Failure(.usage, "\(path): \(error)")
    }
  }
}
