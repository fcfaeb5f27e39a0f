// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct UseRow: Codable {
  var cpu: Int64
  var read: Int64?
  var written: Int64?
  var network: Int64?
  var energy: EnergyRow?
  var machine: MachineRow?

  init(_ use: ResourceUse) {
    cpu = use.cpu.nanoseconds
    read = use.readBytes
    written = use.writtenBytes
    network = use.networkBytesAtMost
    energy = use.energy.map { EnergyRow($0) }
    machine = use.machine.map { MachineRow($0) }
  }

  func model() throws(StoreError) -> ResourceUse {
    var use = ResourceUse(
      cpu: TimeSpan(nanoseconds: cpu),
      readBytes: read,
      writtenBytes: written
    )
    use.networkBytesAtMost = network
    use.energy = try energy?.model()
    use.machine = try machine?.model()
    return use
  }
}

struct EnergyRow: Codable {
  var microjoules: Int64
  var source: String

  init(_ energy: Energy) {
    microjoules = energy.microjoules
    source = energy.source.rawValue
  }

  func model() throws(StoreError) -> Energy {
    Energy(microjoules: microjoules, source: try knownWord(source))
  }
}

struct MachineRow: Codable {
  var busy: Int64?
  var network: Int64?
  var energy: EnergyRow?

  init(_ machine: MachineUse) {
    busy = machine.busy?.nanoseconds
    network = machine.networkBytes
    energy = machine.energy.map { EnergyRow($0) }
  }

  func model() throws(StoreError) -> MachineUse {
    MachineUse(
      busy: busy.map { TimeSpan(nanoseconds: $0) },
      networkBytes: network,
      energy: try energy?.model()
    )
  }
}

struct MeterRow: Codable {
  struct Sample: Codable {
    var at: Int64
    var cpu: Int64
  }

  var last: UseRow?
  var samples: [Sample]
  var measuresAt: Int64?

  init?(_ meter: ProcessMeter) {
    guard meter != ProcessMeter() else { return nil }
    last = meter.last.map { UseRow($0) }
    samples = meter.samples.map { Sample(at: $0.at.nanoseconds, cpu: $0.cpu.nanoseconds) }
    measuresAt = meter.measuresAt?.nanoseconds
  }

  func model() throws(StoreError) -> ProcessMeter {
    var meter = ProcessMeter()
    meter.last = try last?.model()
    meter.samples = samples.map {
      .init(at: Instant(nanoseconds: $0.at), cpu: TimeSpan(nanoseconds: $0.cpu))
    }
    meter.measuresAt = measuresAt.map { Instant(nanoseconds: $0) }
    return meter
  }
}
