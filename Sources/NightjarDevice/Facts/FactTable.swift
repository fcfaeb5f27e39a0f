// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Which of two sources of one fact is believed: the greater one.
enum Precedence: Int, CaseIterable, Comparable {
  /// Nobody says anything.
  case assumed

  /// The kernel, which knows the parts but not always what they mean.
  case kernel

  /// A service on the bus, which knows what the user and the hardware mean.
  case service

  /// A service under its present name, which is believed before the one under its former name.
  case renamedService

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What the sources found, what is overridden, and what that makes together.
///
/// An override wins over a source, a source over the default; of two sources of one fact the one
/// of greater precedence is believed, and the other one is there when that one falls away.
struct FactTable {
  private var found: [DeviceFactKey: [Precedence: Finding]] = [:]

  /// Why a source that would be believed first is not, where that is no matter of course.
  private var doubts: [DeviceFactKey: [Precedence: String]] = [:]

  /// What a user or a test said.
  private(set) var overrides: [DeviceFactKey: DeviceChange] = [:]

  init() {
    for key in DeviceFactKey.allCases {
      for finding in Finding.assumed(key) { found[key, default: [:]][.assumed] = finding }
    }
  }

  /// What the scheduler is told.
  var state: DeviceState {
    var state = DeviceState()
    for key in DeviceFactKey.allCases {
      if let finding = believed(key) { _ = state.apply(finding.fact) }
    }
    for fact in overrides.values { _ = state.apply(fact) }
    return state
  }

  /// Every fact in the order of the keys.
  var readings: [DeviceReading] {
    DeviceFactKey.allCases.compactMap { key in
      guard let found = believed(key) else { return nil }
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
  mutating func measure(
    _ findings: [Finding],
    as precedence: Precedence = .kernel
  ) -> [DeviceChange] {
    change { table in
      for finding in findings {
        table.found[finding.fact.key, default: [:]][precedence] = finding
        table.doubts[finding.fact.key]?[precedence] = nil
      }
    }
  }

  /// Drops what a source found, so that the next one is believed.
  ///
  /// - Parameters:
  ///   - key: Which fact.
  ///   - precedence: Which source.
  ///   - why: What to say beside the source that is believed instead; nil when the absence is a
  ///     matter of course.
  /// - Returns: What became different for the scheduler.
  mutating func withdraw(
    _ key: DeviceFactKey,
    as precedence: Precedence,
    because why: String?
  ) -> [DeviceChange] {
    change { table in
      table.found[key]?[precedence] = nil
      table.doubts[key, default: [:]][precedence] = why
    }
  }

  /// The finding of the greatest precedence, with the doubts about those before it.
  private func believed(_ key: DeviceFactKey) -> Finding? {
    guard let best = found[key]?.max(by: { $0.key < $1.key }) else { return nil }
    let doubts = (doubts[key] ?? [:]).filter { $0.key > best.key }.sorted { $0.key > $1.key }
    var finding = best.value
    for (_, why) in doubts { finding.source += "; \(why)" }
    return finding
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
