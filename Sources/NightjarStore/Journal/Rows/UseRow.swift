// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct UseRow: Codable {
  var cpu: Int64
  var read: Int64?
  var written: Int64?

  init(_ use: ResourceUse) {
    cpu = use.cpu.nanoseconds
    read = use.readBytes
    written = use.writtenBytes
  }

  func model() -> ResourceUse {
    ResourceUse(cpu: TimeSpan(nanoseconds: cpu), readBytes: read, writtenBytes: written)
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

  func model() -> ProcessMeter {
    var meter = ProcessMeter()
    meter.last = last?.model()
    meter.samples = samples.map {
      .init(at: Instant(nanoseconds: $0.at), cpu: TimeSpan(nanoseconds: $0.cpu))
    }
    meter.measuresAt = measuresAt.map { Instant(nanoseconds: $0) }
    return meter
  }
}
