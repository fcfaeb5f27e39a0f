// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// How long a thing took, each time that it was done.
struct Times {
  private var sorted: [Int64] = []

  init() {}

  /// Measures how long one waits for a thing that is done several times.
  ///
  /// - Throws: What the thing throws.
  init(_ count: Int, _ work: () throws -> Void) rethrows {
    for _ in 0..<count {
      let began = Clocks.boot
      try work()
      sorted.append(Clocks.boot - began)
    }
    sorted.sort()
  }

  /// The nanoseconds for which this thread was on a processor.
  ///
  /// What computes and never waits is measured with it, so that others on the machine do not count.
  static var processorTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Adds one time in nanoseconds.
  mutating func add(_ nanoseconds: Int64) {
    sorted.append(nanoseconds)
    sorted.sort()
  }

  /// Whether nothing was measured.
  var isEmpty: Bool { sorted.isEmpty }

  /// The time in milliseconds that so many of a hundred did not exceed, by nearest rank.
  func milliseconds(percentile: Int) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = (percentile * sorted.count + 99) / 100
    return Double(sorted[max(1, rank) - 1]) / 1e6
  }
}
