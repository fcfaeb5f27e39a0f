// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The heights of the tide: computed, so that the sample needs no network.
actor Readings {
  private var heights: [Double] = []

  /// Reads the next six hours.
  ///
  /// - Returns: Whether there was something new.
  func fetch() -> Bool {
    let hours = heights.count..<heights.count + 6
    heights += hours.map { height(atHour: $0) }
    return !hours.isEmpty
  }

  /// Computes a year, a day at a time and stopping between days when it is cancelled.
  func recompute() async throws {
    var year: [Double] = []
    for day in 0..<365 {
      try Task.checkCancellation()
      year += (0..<24).map { height(atHour: day * 24 + $0) }
      await Task.yield()
    }
    heights = year
  }

  /// Writes out twelve months, and says how far it is.
  func export(reportingTo progress: Progress) async throws {
    progress.totalUnitCount = 12
    for _ in 0..<12 {
      try await Task.sleep(for: .milliseconds(500))
      progress.completedUnitCount += 1
    }
  }

  /// Puts the readings where the next launch finds them.
  func save() {
    UserDefaults.standard.set(heights.suffix(24).map(\.self), forKey: "heights")
  }

  /// The moon's and the sun's part, in metres about the mean.
  private func height(atHour hour: Int) -> Double {
    2.1 * cos(2 * .pi * Double(hour) / 12.42) + 0.7 * cos(2 * .pi * Double(hour) / 12)
  }
}
