// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// Knows what a kind of machine has by definition, and looks at nothing.
final class FixedSource: DeviceSource {
  private let name: String
  private let facts: [DeviceChange]
  private let why: String

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - name: The name in its check.
  ///   - facts: What it knows.
  ///   - why: Where it knows it from.
  init(name: String, facts: [DeviceChange], because why: String) {
    self.name = name
    self.facts = facts
    self.why = why
  }

  let mustBeLookedAt = false

  var check: DeviceCheck { DeviceCheck(name: name, state: .ok, detail: why) }

  func start(on loop: EventLoop, report: @escaping ([Finding]) -> Void) {
    report(facts.map { Finding(fact: $0, source: why, trust: .derived) })
  }

  func stop() {}

  func look(isFirst: Bool) {}
}
