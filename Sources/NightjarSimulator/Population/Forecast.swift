// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// How often and when the tasks of an app run, for a population of users.
///
/// Users do not know of each other, so that pieces of a population can be played side by side and
/// added up; the sum does not depend on how it was cut. Its size does not depend on the number of
/// users.
package struct Forecast: Hashable, Sendable {
  /// Which tally.
  package struct Key: Hashable, Sendable {
    /// The kind of user.
    package var kind: UserKind

    /// The task.
    package var task: TaskIdentifier
  }

  /// So many users of each kind are asked each hour what holds their tasks.
  package static let asked = 20

  /// What is forecast.
  package let plan: ForecastPlan

  /// How many days each user is followed.
  package let days: Int

  /// What became of each task in the hands of each kind.
  package private(set) var tallies: [Key: TaskTally] = [:]

  /// A forecast of nobody.
  package init(_ plan: ForecastPlan, days: Int) {
    self.plan = plan
    self.days = days
    for kind in plan.kinds {
      for task in plan.tasks { tallies[Key(kind: kind, task: task)] = TaskTally() }
    }
  }

  /// Plays some users of a population.
  ///
  /// - Parameters:
  ///   - users: Their numbers; user *n* is of kind *n* modulo the number of kinds.
  ///   - seed: The same seed makes the same users.
  /// - Complexity: O(*u* · *d*) in users and days; memory does not grow with either.
  package mutating func play(_ users: Range<Int>, seed: UInt64) {
    for number in users {
      let kind = plan.kinds[number % plan.kinds.count]
      let asks = number / plan.kinds.count < Self.asked
      var user = VirtualUser(plan, kind, Dice(seed: seed, user: number), asks: asks)
      user.play(days: days)
      for (task, story) in user.stories {
        tallies[Key(kind: kind, task: task)]?
          .add(story, over: .days(Int64(days)), from: plan.start)
      }
    }
  }

  /// Adds what another piece of the population came to.
  package mutating func add(_ other: Self) {
    for (key, tally) in other.tallies { tallies[key]?.add(tally) }
  }

  /// What became of a task in the hands of a kind; of all kinds for `nil`.
  package func tally(of task: TaskIdentifier, kind: UserKind? = nil) -> TaskTally {
    var sum = TaskTally()
    for each in plan.kinds where kind == nil || kind == each {
      if let tally = tallies[Key(kind: each, task: task)] { sum.add(tally) }
    }
    return sum
  }
}
