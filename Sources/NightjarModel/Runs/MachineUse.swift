// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What the whole machine had used by a moment, as counters that rise.
package struct MachineUse: Hashable, Sendable {
  /// The time for which its processors were busy, all of them together; `nil` when nobody asked.
  package var busy: TimeSpan?

  /// Bytes that went through its network interfaces in either direction; `nil` when not known.
  package var networkBytes: Int64?

  /// Energy; `nil` when nothing tells.
  package var energy: Energy?

  /// Makes a reading.
  package init(busy: TimeSpan? = nil, networkBytes: Int64? = nil, energy: Energy? = nil) {
    self.busy = busy
    self.networkBytes = networkBytes
    self.energy = energy
  }
}

/// An amount of energy, and what told it.
package struct Energy: Hashable, Sendable {
  /// What tells how much energy was used.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    /// The counters of the processor packages (RAPL), Linux powercap.
    case rapl

    /// The power at which the battery is discharged.
    case battery
  }

  /// How much, in microjoules.
  package var microjoules: Int64

  /// What told it.
  package var source: Source

  /// Makes an amount.
  package init(microjoules: Int64, source: Source) {
    self.microjoules = microjoules
    self.source = source
  }

  /// The share that a process has of what the machine used, by the time of the processors.
  ///
  /// - Parameters:
  ///   - machine: What the machine used between two looks.
  ///   - cpu: The processor time of the process in between.
  ///   - busy: The time for which the machine's processors were busy.
  /// - Returns: At most all of it: the two times are counted in ticks of their own.
  static func share(of machine: Self, cpu: TimeSpan, busy: TimeSpan) -> Self {
    guard cpu > .zero, busy > .zero else { return Self(microjoules: 0, source: machine.source) }
    let share = min(1, cpu.inSeconds / busy.inSeconds)
    let microjoules = (Double(machine.microjoules) * share).rounded(.down)
    return Self(microjoules: Int64(exactly: microjoules) ?? 0, source: machine.source)
  }

  static func sum(_ left: Self?, _ right: Self?) -> Self? {
    guard let left, let right, left.source == right.source else { return nil }
    let sum = saturatingSum(left.microjoules, right.microjoules)
    return Self(microjoules: sum, source: left.source)
  }
}
