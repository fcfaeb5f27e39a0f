// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// One number of a ``Policy``: its name, what it means, where it comes from, and its bounds.
///
/// ``all`` is the one list of them: what a file may override and `nightjar doctor --policy` prints.
/// The values are those of ``Policy``; a test sees to it that none is missing here.
package struct PolicyNumber: Sendable {
  /// What is counted.
  package enum Unit: String, Hashable, Sendable {
    /// A length of time; its value is in seconds, its text has a unit, as in `25s`.
    case duration

    /// Things, launches, days or points.
    case count

    /// Hundredths.
    case percent

    /// From 0 to 1.
    case share

    /// 0 for no and 1 for yes; its text is `false` or `true`.
    case flag
  }

  /// The name, as a file of overrides spells it.
  package let name: String

  /// What is counted.
  package let unit: Unit

  /// What it does, in one line.
  package let meaning: String

  /// Where the preset's value comes from: a section of the semantics, or "ours" with a reason.
  package let source: String

  /// The smallest and the largest value that make sense.
  package let bounds: ClosedRange<Double>

  let read: @Sendable (Policy) -> Double?
  let write: @Sendable (inout Policy, Double) -> Void

  /// The value in a policy; `nil` when the policy does without, as `mains` does without a score.
  package func value(in policy: Policy) -> Double? { read(policy) }

  /// Sets the value; without effect where the policy does without it.
  ///
  /// - Returns: Whether the value is within the bounds and was set.
  package func set(_ value: Double, in policy: inout Policy) -> Bool {
    guard bounds.contains(value), unit == .duration || unit == .share || value == value.rounded()
    else { return false }
    write(&policy, value)
    return read(policy) != nil
  }
}

// MARK: - The kinds of numbers

extension PolicyNumber {
  /// A whole number or a share.
  static func number<Value: BinaryInteger & SendableMetatype>(
    _ name: String,
    _ path: any WritableKeyPath<Policy, Value> & Sendable,
    _ bounds: ClosedRange<Double>,
    _ meaning: String,
    _ source: String,
    unit: Unit = .count
  ) -> Self {
    Self(
      name: name,
      unit: unit,
      meaning: meaning,
      source: source,
      bounds: bounds,
      read: { Double($0[keyPath: path]) },
      write: { $0[keyPath: path] = Value($1) }
    )
  }

  /// A length of time.
  static func duration(
    _ name: String,
    _ path: any WritableKeyPath<Policy, TimeSpan> & Sendable,
    _ meaning: String,
    _ source: String
  ) -> Self {
    Self(
      name: name,
      unit: .duration,
      meaning: meaning,
      source: source,
      bounds: durations,
      read: { $0[keyPath: path].inSeconds },
      write: { $0[keyPath: path] = span($1) }
    )
  }

  /// Yes or no.
  static func flag(
    _ name: String,
    _ path: any WritableKeyPath<Policy, Bool> & Sendable,
    _ meaning: String,
    _ source: String
  ) -> Self {
    Self(
      name: name,
      unit: .flag,
      meaning: meaning,
      source: source,
      bounds: 0...1,
      read: { $0[keyPath: path] ? 1 : 0 },
      write: { $0[keyPath: path] = $1 == 1 }
    )
  }

  /// Points of the score for a kind of work.
  static func points(
    _ name: String,
    _ weights: Weights,
    _ path: any WritableKeyPath<ScorePolicy.Weights, Double> & Sendable,
    _ meaning: String
  ) -> Self {
    Self(
      name: name,
      unit: .count,
      meaning: meaning,
      source: "5.4, ours",
      bounds: 0...100,
      read: { $0.score?[keyPath: weights][keyPath: path] },
      write: { $0.score?[keyPath: weights][keyPath: path] = $1 }
    )
  }

  /// The weights of a kind of work.
  typealias Weights = any WritableKeyPath<ScorePolicy, ScorePolicy.Weights> & Sendable

  /// From a millisecond to ten years: zero would make a loop of what is delayed.
  static let durations = 0.001...315_360_000

  static func span(_ seconds: Double) -> TimeSpan {
    .milliseconds(Int64((seconds * 1000).rounded()))
  }
}
