// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

@Suite struct ResourceUseTests {
  private static func reading(
    cpu: Int64,
    busy: Int64,
    _ microjoules: Int64,
    _ source: Energy.Source = .rapl,
    network: Int64 = 0
  ) -> ResourceUse {
    var use = ResourceUse(cpu: .seconds(cpu), readBytes: 10, writtenBytes: nil)
    use.machine = MachineUse(
      busy: .seconds(busy),
      networkBytes: network,
      energy: Energy(microjoules: microjoules, source: source)
    )
    return use
  }

  @Test func `a process has the share of the energy that it has of the processors' time`() {
    let use = Self.reading(cpu: 3, busy: 18, 700).since(Self.reading(cpu: 1, busy: 10, 300))
    #expect(use.energy == Energy(microjoules: 100, source: .rapl))
    #expect(use.cpu == .seconds(2) && use.readBytes == 0 && use.writtenBytes == nil)
    #expect(use.machine == nil)
  }

  @Test func `never more than all of it, and nothing for no work`() {
    let most = Self.reading(cpu: 9, busy: 2, 700).since(Self.reading(cpu: 0, busy: 1, 300))
    #expect(most.energy?.microjoules == 400)
    let none = Self.reading(cpu: 0, busy: 1, 700).since(Self.reading(cpu: 0, busy: 1, 300))
    #expect(none.energy?.microjoules == 0)
  }

  @Test func `two sources cannot be compared, nor can counters that began anew`() {
    let first = Self.reading(cpu: 0, busy: 1, 300, network: 50)
    let others = [
      Self.reading(cpu: 1, busy: 2, 700, .battery), Self.reading(cpu: 1, busy: 2, 299),
      Self.reading(cpu: 1, busy: 0, 400), ResourceUse(cpu: .seconds(1)),
    ]
    for other in others {
      #expect(other.since(first).energy == nil)
      #expect(other.since(first).networkBytesAtMost == nil)
    }
  }

  @Test func `what is not known of a part is not known of the whole`() {
    var known = ResourceUse(cpu: .seconds(1))
    known.energy = Energy(microjoules: 5, source: .battery)
    known.networkBytesAtMost = 7
    let twice = known + known
    #expect(twice.energy == Energy(microjoules: 10, source: .battery))
    #expect(twice.networkBytesAtMost == 14)
    #expect((known + ResourceUse()).energy == nil)
    #expect((known + ResourceUse()).networkBytesAtMost == nil)
  }

  @Test func `bytes of the machine are no more than one run's, and have no shares`() {
    var use = ResourceUse(cpu: .seconds(4))
    use.energy = Energy(microjoules: 8, source: .rapl)
    use.networkBytesAtMost = 100
    #expect(use.share(of: 1) == use)
    #expect(use.share(of: 2).energy?.microjoules == 4)
    #expect(use.share(of: 2).networkBytesAtMost == nil)
  }
}
