// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a process, with all that it started, has used of the machine.
///
/// Processor time stands for energy too: a battery tells its charge too coarsely for a task of
/// seconds, and the processor's own counters (RAPL) are for root alone since CVE-2020-8694.
package struct ResourceUse: Hashable, Sendable {
  /// Processor time, of all cores together.
  package var cpu: TimeSpan

  /// Bytes read from disks; `nil` where the kernel does not say.
  package var readBytes: Int64?

  /// Bytes written to disks; `nil` where the kernel does not say.
  package var writtenBytes: Int64?

  /// Makes a use.
  package init(cpu: TimeSpan = .zero, readBytes: Int64? = nil, writtenBytes: Int64? = nil) {
    self.cpu = cpu
    self.readBytes = readBytes
    self.writtenBytes = writtenBytes
  }

  /// What was used since an earlier look; never less than nothing, should a counter begin anew.
  package func since(_ earlier: Self) -> Self {
    Self(
      cpu: max(cpu - earlier.cpu, .zero),
      readBytes: Self.combine(readBytes, earlier.readBytes) { max($0 - $1, 0) },
      writtenBytes: Self.combine(writtenBytes, earlier.writtenBytes) { max($0 - $1, 0) }
    )
  }

  /// An equal share of it.
  ///
  /// - Parameter count: How many share it, at least 1.
  /// - Returns: The share of one of them.
  package func share(of count: Int) -> Self {
    let count = Int64(max(count, 1))
    return Self(
      cpu: TimeSpan(nanoseconds: cpu.nanoseconds / count),
      readBytes: readBytes.map { $0 / count },
      writtenBytes: writtenBytes.map { $0 / count }
    )
  }

  /// Both together; what one of them does not know is not known.
  package static func + (left: Self, right: Self) -> Self {
    Self(
      cpu: left.cpu + right.cpu,
      readBytes: combine(left.readBytes, right.readBytes, saturatingSum),
      writtenBytes: combine(left.writtenBytes, right.writtenBytes, saturatingSum)
    )
  }

  private static func combine(
    _ left: Int64?,
    _ right: Int64?,
    _ operation: (Int64, Int64) -> Int64
  ) -> Int64? {
    guard let left, let right else { return nil }
    return operation(left, right)
  }
}

/// The measurements of one process, as the engine keeps them.
package struct ProcessMeter: Hashable, Sendable {
  /// What the process had used by a moment.
  package struct Sample: Hashable, Sendable {
    /// The moment.
    package var at: Instant

    /// The processor time until then.
    package var cpu: TimeSpan

    /// Makes a sample.
    package init(at: Instant, cpu: TimeSpan) {
      self.at = at
      self.cpu = cpu
    }
  }

  /// What it had used when it was last measured; `nil` before that.
  package var last: ResourceUse?

  /// The samples of the window that is looked at, oldest first; one may be older than the window.
  package var samples: [Sample] = []

  /// When it is to be measured again; `nil` while nothing depends on it.
  package var measuresAt: Instant?

  /// Makes a meter that has measured nothing.
  package init() {}

  /// Takes a measurement in.
  ///
  /// - Parameters:
  ///   - use: What the process has used so far.
  ///   - instant: When that was.
  ///   - window: How far back samples are kept.
  package mutating func note(_ use: ResourceUse, at instant: Instant, window: TimeSpan) {
    last = use
    samples.append(Sample(at: instant, cpu: use.cpu))
    while samples.count > 1, instant - samples[1].at >= window { samples.removeFirst() }
  }

  /// The share of one core that was used over a whole window, in percent; `nil` before one is over.
  package func percent(over window: TimeSpan) -> Int? {
    guard let first = samples.first, let last = samples.last, last.at - first.at >= window,
      window > .zero
    else { return nil }
    return Int((last.cpu - first.cpu).inSeconds / (last.at - first.at).inSeconds * 100)
  }
}
