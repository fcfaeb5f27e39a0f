// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Decides whether nobody uses the machine; spec section 12.3.
///
/// A server or a container is idle when its load stayed below half of its cores for two minutes. A
/// desktop must moreover not have been typed at for two minutes.
struct IdleRule {
  /// How long it must have been quiet, in nanoseconds.
  static let quietTime: Int64 = 120 * 1_000_000_000

  /// What is seen at one look.
  struct Sight {
    /// When, in nanoseconds since boot.
    var now: Int64

    /// How busy the machine is.
    var load: LoadAverages

    /// How many processors run.
    var cores: Int

    /// How many nanoseconds ago somebody last typed; nil where that does not count.
    var sinceInput: Int64?
  }

  /// Looks that lie further apart were not taken in one go: the machine slept, and somebody or
  /// something woke it.
  static let longestGap: Int64 = 90 * 1_000_000_000

  private var quietSince: Int64?
  private var lastLook: Int64?

  /// Decides.
  ///
  /// - Parameters:
  ///   - sight: What is seen now.
  ///   - isFirst: Whether this is the first look after a while. The kernel's own mean of the last
  ///     five minutes then stands for the looks that were not taken.
  /// - Returns: Whether nobody uses the machine.
  mutating func isIdle(_ sight: Sight, isFirst: Bool) -> Bool {
    let limit = Double(max(1, sight.cores)) / 2
    if !isFirst, let lastLook, sight.now - lastLook > Self.longestGap { quietSince = nil }
    lastLook = sight.now
    guard sight.load.oneMinute < limit else {
      quietSince = nil
      return false
    }
    if isFirst {
      quietSince = sight.load.fiveMinutes < limit ? sight.now - Self.quietTime : sight.now
    }
    let since = quietSince ?? sight.now
    quietSince = since
    let isTypedAt = sight.sinceInput.map { $0 < Self.quietTime } ?? false
    return sight.now - since >= Self.quietTime && !isTypedAt
  }
}
