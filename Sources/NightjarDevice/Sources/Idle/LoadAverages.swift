// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// How busy the machine was, proc_loadavg(5).
struct LoadAverages: Equatable {
  /// The mean of the last minute.
  var oneMinute: Double

  /// The mean of the last five minutes.
  var fiveMinutes: Double

  /// Reads the line, such as `0.08 0.06 0.01 2/93 7332`.
  ///
  /// - Returns: The averages; nil when the line makes no sense.
  init?(_ line: String) {
    let fields = line.split(separator: " ").prefix(2).compactMap { Double($0) }
    guard fields.count == 2, fields.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    oneMinute = fields[0]
    fiveMinutes = fields[1]
  }

  /// How quiet that is, 0…1000, in tenths: finer steps would tell the scheduler of noise (5.4).
  func quiet(cores: Int) -> Int {
    let busy = min(1, oneMinute / Double(max(1, cores)))
    return Int((1 - busy) * 10 + 0.5) * 100
  }
}

/// How many processors run.
enum OnlineProcessors {
  /// Counts a list such as `0-3,5`.
  ///
  /// - Parameter list: The text of `/sys/devices/system/cpu/online`.
  /// - Returns: Their number; nil when the list makes no sense.
  static func count(_ list: String) -> Int? {
    var count = 0
    for range in list.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends[0], let last = ends[ends.count - 1], ends.count <= 2 else {
        return nil
      }
      // No kernel has more than 8192 processors; the limit keeps garbage from overflowing.
      guard (0...65_535).contains(first), (first...65_535).contains(last) else { return nil }
      count += last - first + 1
    }
    return count
  }
}
