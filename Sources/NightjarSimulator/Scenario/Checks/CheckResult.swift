// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Whether an expectation holds, and what was seen.
package struct CheckResult: Hashable, Sendable {
  /// Whether it holds.
  package var isSatisfied: Bool

  /// What was seen, in a few words.
  package var seen: String

  init(_ isSatisfied: Bool, _ seen: String) {
    self.isSatisfied = isSatisfied
    self.seen = seen
  }
}

extension Bounds {
  /// Compares a number of things that happened at certain moments.
  func check(_ moments: [TimeSpan], _ thing: String) -> CheckResult {
    let count = moments.count
    let isEnough = least.map { count >= $0 } ?? true
    let isNotTooMuch = most.map { count <= $0 } ?? true
    let shown = moments.prefix(4).map(\.scenarioMoment).joined(separator: ", ")
    let more = count > 4 ? ", …" : ""
    let plural = count == 1 ? "" : "s"
    let when = count == 0 ? "" : ", at \(shown)\(more)"
    return CheckResult(isEnough && isNotTooMuch, "\(count) \(thing)\(plural)\(when)")
  }
}
