// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a process, with all that it started, has used of the machine.
///
/// What is counted for the whole machine only is a share of it: see ``energy`` and
/// ``networkBytesAtMost``. Where no energy is told, the processor time stands in; budgets are
/// charged by it alone.
package struct ResourceUse: Hashable, Sendable {
  /// Processor time, of all cores together.
  package var cpu: TimeSpan

  /// Bytes read from disks; `nil` where the kernel does not say.
  package var readBytes: Int64?

  /// Bytes written to disks; `nil` where the kernel does not say.
  package var writtenBytes: Int64?

  /// What the machine had used when this was read; `nil` in what lies between two looks.
  package var machine: MachineUse?

  /// Its share of the machine's energy between two looks; `nil` when nothing told it all the time.
  ///
  /// The processor's counters (RAPL) are for root alone on most machines since CVE-2020-8694, and a
  /// battery tells its power only while it is discharged.
  package var energy: Energy?

  /// The most bytes that it can have moved over networks between two looks.
  ///
  /// The kernel counts them by interface, not by process or cgroup: as long as no other run was
  /// under way, a run moved no more than the whole machine. `nil` when nothing can be said.
  package var networkBytesAtMost: Int64?

  /// Makes a use.
  package init(cpu: TimeSpan = .zero, readBytes: Int64? = nil, writtenBytes: Int64? = nil) {
    self.cpu = cpu
    self.readBytes = readBytes
    self.writtenBytes = writtenBytes
  }

  /// What was used since an earlier look; never less than nothing, should a counter begin anew.
  package func since(_ earlier: Self) -> Self {
    var use = Self(
      cpu: max(cpu - earlier.cpu, .zero),
      readBytes: Self.combine(readBytes, earlier.readBytes) { max($0 - $1, 0) },
      writtenBytes: Self.combine(writtenBytes, earlier.writtenBytes) { max($0 - $1, 0) }
    )
    guard let machine, let before = earlier.machine else { return use }
    use.networkBytesAtMost = Self.risen(before.networkBytes, machine.networkBytes)
    if let old = before.energy, let new = machine.energy, old.source == new.source,
      let rise = Self.risen(old.microjoules, new.microjoules),
      let busy = Self.risen(before.busy?.nanoseconds, machine.busy?.nanoseconds)
    {
      let whole = Energy(microjoules: rise, source: new.source)
      use.energy = .share(of: whole, cpu: use.cpu, busy: TimeSpan(nanoseconds: busy))
    }
    return use
  }

  /// How far a counter of the machine rose; `nil` when it began anew, nobody knows from where.
  private static func risen(_ old: Int64?, _ new: Int64?) -> Int64? {
    guard let old, let new, new >= old else { return nil }
    return saturatingDifference(new, old)
  }

  /// An equal share of it.
  ///
  /// - Parameter count: How many share it, at least 1.
  /// - Returns: The share of one of them.
  package func share(of count: Int) -> Self {
    let count = Int64(max(count, 1))
    var share = Self(
      cpu: TimeSpan(nanoseconds: cpu.nanoseconds / count),
      readBytes: readBytes.map { $0 / count },
      writtenBytes: writtenBytes.map { $0 / count }
    )
    share.energy = energy.map { Energy(microjoules: $0.microjoules / count, source: $0.source) }
    // Each of them may have moved all the bytes, so there is no share of them.
    share.networkBytesAtMost = count == 1 ? networkBytesAtMost : nil
    return share
  }

  /// Both together; what one of them does not know is not known.
  package static func + (left: Self, right: Self) -> Self {
    var sum = Self(
      cpu: left.cpu + right.cpu,
      readBytes: combine(left.readBytes, right.readBytes, saturatingSum),
      writtenBytes: combine(left.writtenBytes, right.writtenBytes, saturatingSum)
    )
    sum.energy = .sum(left.energy, right.energy)
    let (some, more) = (left.networkBytesAtMost, right.networkBytesAtMost)
    sum.networkBytesAtMost = combine(some, more, saturatingSum)
    return sum
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
