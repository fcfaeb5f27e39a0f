// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// The numbers of the score: what a moment is worth to a kind of work (spec 5.4, all of it ours).
package struct ScorePolicy: Hashable, Sendable {
  /// The points that each term can bring, and how patient the kind is.
  package struct Weights: Hashable, Sendable {
    /// For the chance that the user opens the app within the hour.
    package var usage: Double

    /// For the part of the window that has passed.
    package var age: Double

    /// For external power, or the charge.
    package var power: Double

    /// For a network that costs nothing; half for one that does.
    package var network: Double

    /// For a machine without load.
    package var quiet: Double

    /// The points that are asked for at first; they fall to zero over the window.
    package var threshold: Double

    /// After so long everything is good enough.
    package var window: TimeSpan
  }

  /// The weights of a refresh.
  package var refresh = Weights(
    usage: 40,
    age: 20,
    power: 15,
    network: 15,
    quiet: 10,
    threshold: 70,
    window: .hours(4)
  )

  /// The weights of processing and health research.
  package var processing = Weights(
    usage: 0,
    age: 40,
    power: 30,
    network: 10,
    quiet: 20,
    threshold: 60,
    window: .hours(48)
  )

  /// How long a history must reach back to count.
  package var historyNeeded = TimeSpan.days(3)

  /// What stands in for the chance until then.
  package var unknownUsage = 0.5

  /// Makes the numbers of the preset `phone`.
  package init() {}

  /// The weights of a kind; `nil` for continued tasks, which a user waits for.
  package func weights(of kind: TaskKind) -> Weights? {
    switch kind {
    case .refresh: refresh
    case .processing, .healthResearch: processing
    case .continued: nil
    }
  }
}
