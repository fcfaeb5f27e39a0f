// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What the sources found, what is overridden, and what that makes together.
///
/// An override wins over a source, a source over the default.
struct FactTable {
  private var measured: [DeviceFactKey: Finding] = [:]

  /// What a user or a test said.
  private(set) var overrides: [DeviceFactKey: DeviceChange] = [:]

  init() {
    for key in DeviceFactKey.allCases {
      for finding in Finding.assumed(key) { measured[key] = finding }
    }
  }

  /// What the scheduler is told.
  var state: DeviceState {
    var state = DeviceState()
    for finding in measured.values { _ = state.apply(finding.fact) }
    for fact in overrides.values { _ = state.apply(fact) }
    return state
  }

  /// Every fact in the order of the keys.
  var readings: [DeviceReading] {
    DeviceFactKey.allCases.compactMap { key in
      guard let found = measured[key] else { return nil }
      guard let override = overrides[key] else {
        return DeviceReading(
          key: key,
          value: found.fact.text,
          source: found.source,
          trust: found.trust
        )
      }
      return DeviceReading(
        key: key,
        value: override.text,
        source: "override",
        trust: .override,
        overridden: found.fact.text
      )
    }
  }

  /// Takes over what a source found.
  ///
  /// - Returns: What became different for the scheduler, in the order of the keys.
  mutating func measure(_ findings: [Finding]) -> [DeviceChange] {
    change { table in
      for finding in findings { table.measured[finding.fact.key] = finding }
    }
  }

  /// Overrides facts; those that are overridden already and not named stay as they are.
  ///
  /// - Returns: What became different for the scheduler, in the order of the keys.
  mutating func override(with facts: [DeviceChange]) -> [DeviceChange] {
    change { table in
      for fact in facts { table.overrides[fact.key] = fact }
    }
  }

  /// Lifts overrides.
  ///
  /// - Returns: What became different for the scheduler, in the order of the keys.
  mutating func lift(_ keys: [DeviceFactKey]) -> [DeviceChange] {
    change { table in
      for key in keys { table.overrides[key] = nil }
    }
  }

  private mutating func change(_ body: (inout Self) -> Void) -> [DeviceChange] {
    let before = state.facts
    body(&self)
    return zip(before, state.facts).filter { $0 != $1 }.map(\.1)
  }
}
