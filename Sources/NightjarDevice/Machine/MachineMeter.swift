// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

/// Counts what the whole machine uses, whenever somebody asks; it wakes nobody by itself.
///
/// Energy is told by RAPL where this user may read its counters, else by the power at which the
/// battery is discharged, taken to change evenly from one look to the next.
struct MachineMeter {
  private let folders: MachineFolders
  private let seesHardware: Bool
  private var rapl: [String: (last: Int64, sum: Int64)] = [:]
  private var battery: (at: Int64, microwatts: Int)?
  private var discharged: Int64 = 0

  init(folders: MachineFolders, seesHardware: Bool) {
    self.folders = folders
    self.seesHardware = seesHardware
  }

  /// Reads all counters.
  ///
  /// - Parameter nanoseconds: The boot clock.
  /// - Returns: What could be read; the time of the processors only if there is energy to share.
  mutating func read(at nanoseconds: Int64) -> MachineUse {
    let energy = seesHardware ? energy(at: nanoseconds) : nil
    return MachineUse(
      busy: energy == nil ? nil : busy,
      networkBytes: networkBytes,
      energy: energy
    )
  }

  private mutating func energy(at nanoseconds: Int64) -> Energy? {
    if let counted = packages() { return Energy(microjoules: counted, source: .rapl) }
    guard let microwatts = dischargePower else {
      battery = nil
      return nil
    }
    if let battery, nanoseconds > battery.at {
      let seconds = Double(nanoseconds - battery.at) / 1e9
      let mean = (Double(battery.microwatts) + Double(microwatts)) / 2
      discharged += Int64(min(mean * seconds, 1e17))
    }
    battery = (nanoseconds, microwatts)
    return Energy(microjoules: discharged, source: .battery)
  }

  // MARK: - RAPL

  /// The energy of all processor packages since they were first asked, if all can be read.
  ///
  /// A counter that is full begins at zero.
  private mutating func packages() -> Int64? {
    let names = ((try? KernelFile.names(in: folders.powerCaps)) ?? []).filter { name in
      // A second colon names a part of a package, which is in it already.
      name.hasPrefix("intel-rapl:") && name.count(where: { $0 == ":" }) == 1
    }
    guard !names.isEmpty else { return nil }
    var sum: Int64 = 0
    for name in names {
      guard let now = number("\(folders.powerCaps)/\(name)/energy_uj"), now >= 0 else { return nil }
      var counter = rapl[name] ?? (last: now, sum: 0)
      let range = number("\(folders.powerCaps)/\(name)/max_energy_range_uj") ?? 0
      let risen = now >= counter.last ? now - counter.last : max(range, 0) &- counter.last &+ now
      counter = (now, counter.sum &+ max(risen, 0))
      rapl[name] = counter
      sum &+= counter.sum
    }
    return sum
  }

  private func number(_ path: String) -> Int64? {
    (try? KernelFile.text(of: path)).flatMap { Int64($0) }
  }

  // MARK: - The battery

  /// The power of all batteries in µW while the machine runs on them; `nil` otherwise.
  private var dischargePower: Int? {
    let folder = folders.powerSupplies
    let names = (try? KernelFile.names(in: folder)) ?? []
    var sum: Int?
    for name in names {
      guard let supply = PowerSupply.read(name, in: folder) else { continue }
      if supply.role == .external(isOnline: true) { return nil }
      guard supply.isPortable, supply.status == .discharging else { continue }
      guard let power = SupplyAttributes(folder: "\(folder)/\(name)").power else { return nil }
      sum = (sum ?? 0) + power
    }
    return sum
  }

  // MARK: - Processors and interfaces

  /// The time that all processors spent on anything but waiting.
  private var busy: TimeSpan? {
    guard let text = try? KernelFile.text(of: folders.processorTimes),
      let line = text.split(separator: "\n").first, line.hasPrefix("cpu ")
    else { return nil }
    // user, nice, system, idle, iowait, irq, softirq, steal; what guests used is in user and nice.
    let fields = line.split(separator: " ").dropFirst().map { Int64($0) ?? 0 }
    guard fields.count >= 4 else { return nil }
    let ticks = fields.prefix(8).enumerated().reduce(Int64(0)) { sum, field in
      field.offset == 3 || field.offset == 4 ? sum : sum &+ max(field.element, 0)
    }
    let perSecond = Int64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
    return TimeSpan(nanoseconds: ticks &* (1_000_000_000 / perSecond))
  }

  /// Bytes that came and went, by all interfaces but the loopback.
  ///
  /// What goes through a tunnel or a bridge is counted there and below, which is right for a bound.
  private var networkBytes: Int64? {
    guard let text = try? SmallFile.text(folders.interfaceCounters) else { return nil }
    var sum: Int64 = 0
    var isKnown = false
    for line in text.split(separator: "\n") {
      guard let colon = line.lastIndex(of: ":") else { continue }
      let fields = line[line.index(after: colon)...].split(separator: " ").map { Int64($0) }
      guard fields.count >= 9, let received = fields[0], let sent = fields[8] else { continue }
      isKnown = true
      if line[..<colon].drop(while: { $0 == " " }) == "lo" { continue }
      sum &+= received &+ sent
    }
    return isKnown ? sum : nil
  }
}
