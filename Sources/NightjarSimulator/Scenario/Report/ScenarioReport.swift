// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// A scenario that was played: what happened, and whether what must be true is.
package struct ScenarioReport: Sendable {
  /// The scenario.
  package var scenario: Scenario

  /// One result for each expectation, in their order.
  package var results: [CheckResult]

  /// The answers to the questions, by their place in `expect`.
  package var answers: [Int: [String]]

  /// What happened, in order.
  package var trace: [TraceEntry]

  /// Plays a scenario and checks it.
  package init(playing scenario: Scenario) {
    self.scenario = scenario
    (trace, answers) = ScenarioRunner.run(scenario)
    let checker = Checker(trace: trace, answers: answers)
    results = scenario.expectations.enumerated().map { checker.check($1.claim, at: $0) }
  }

  /// Whether every expectation holds.
  package var isSatisfied: Bool { results.allSatisfy(\.isSatisfied) }

  /// Everything, for programs.
  package var json: JSONValue {
    [
      "scenario": .text(scenario.name),
      "satisfied": .bool(isSatisfied),
      "results": .list(
        results.enumerated().map { index, result in
          [
            "index": .number(Double(index)), "ok": .bool(result.isSatisfied),
            "seen": .text(result.seen),
          ]
        }
      ),
      "answers": .list(
        answers.sorted { $0.key < $1.key }.map { index, reasons in
          ["index": .number(Double(index)), "reasons": .list(reasons.map { .text($0) })]
        }
      ),
      "trace": .list(trace.filter { !$0.isDeed }.map(\.json)),
    ]
  }
}
