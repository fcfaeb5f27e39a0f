// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// What runs use, what that costs, and where it ends: spec 5.1 and 5.5.
@Suite struct MeasuringTests {
  private static func busy(
    _ load: Int64,
    _ tune: (inout Policy) -> Void = { _ in }
  ) -> VirtualDevice {
    var device = VirtualDevice.furnished(isChoosy: true) { policy in
      policy.score = nil
      tune(&policy)
    }
    device.load = load
    return device
  }

  private static func uses(_ device: VirtualDevice) -> [ResourceUse?] {
    device.effects.compactMap { effect -> ResourceUse?? in
      guard case .save(.runEnded(let entry)) = effect else { return nil }
      return .some(entry.use)
    }
  }

  /// Has the process measured, as the daemon does before it tells of the end of a run.
  private static func measure(_ device: inout VirtualDevice, _ use: ResourceUse) throws {
    let number = try #require(device.run("a"))
    let process = try #require(device.engine.run(number)?.run.process)
    device.send(.processMeasured(.reader, process, use))
  }

  @Test func `a run has used what its process used between its beginning and its end`() throws {
    var device = Self.busy(50)
    device.submit(.refresh, "a")
    let atStart = TimeSpan(nanoseconds: device.now.nanoseconds / 2)
    device.advance(.seconds(10))
    try Self.measure(&device, ResourceUse(cpu: atStart + .seconds(5)))
    device.complete("a")
    #expect(Self.uses(device) == [ResourceUse(cpu: .seconds(5))])
  }

  @Test func `two runs of one process share what it uses`() throws {
    var device = Self.busy(0) { $0.gates = Policy(preset: .mains).gates }
    device.submit(.processing, "a")
    device.submit(.refresh, "b")
    try #require(device.run("b") != nil)
    try Self.measure(&device, ResourceUse(cpu: .seconds(8), readBytes: 10, writtenBytes: 6))
    device.complete("a")
    device.complete("b")
    // Bytes were not told of at first, so how many there were since is not known.
    #expect(Self.uses(device) == [ResourceUse(cpu: .seconds(4)), ResourceUse(cpu: .seconds(4))])
  }

  @Test(arguments: [(20, 1), (21, 2)])
  func `a refresh that uses more than twenty seconds costs two`(
    _ seconds: Int64,
    _ cost: Int64
  )
    throws
  {
    var device = Self.busy(0)
    device.submit(.refresh, "a")
    let started = device.wall
    try Self.measure(&device, ResourceUse(cpu: .seconds(seconds)))
    device.complete("a")
    let meters = device.engine.overview(of: .reader)?.record.meters
    #expect(meters?.refreshFullAt == started + .hours(1) * cost)
  }

  @Test func `a run that is not measured has no use, and costs one`() {
    var device = Self.busy(0)
    device.load = nil
    device.submit(.refresh, "a")
    let started = device.wall
    device.complete("a")
    #expect(Self.uses(device) == [nil])
    let meters = device.engine.overview(of: .reader)?.record.meters
    #expect(meters?.refreshFullAt == started + .hours(1))
  }

  // MARK: - The limit

  @Test func `log line 25: processing above eighty percent for a minute is ended`() {
    var device = Self.busy(80)
    device.submit(.processing, "a")
    device.advance(.seconds(59))
    #expect(device.endings == [])
    device.advance(.seconds(2))
    #expect(device.endings == ["a killed"])
    let line = LogLine.cpuExceeded(.reader, percent: 80, seconds: 60)
    #expect(device.effects.contains(.log(line)))
    #expect(line.number == 25)
    #expect(
      line.sentence == "\"com.x.reader\" ended: background CPU above 80 % for 60 s"
    )
    #expect(device.effects.contains { if case .terminate = $0 { true } else { false } })
  }

  @Test func `below the limit, processing has all its time`() {
    var device = Self.busy(79)
    device.submit(.processing, "a")
    device.advance(.minutes(9))
    #expect(device.run("a") != nil)
  }

  @Test func `a task that requires external power has no limit`() {
    var device = Self.busy(400)
    device.send(.deviceChanged(.power(.external)))
    device.submit(.processing, "a", conditions: .externalPower)
    device.advance(.minutes(9))
    #expect(device.run("a") != nil)
  }

  @Test func `a server has no limit, and is not woken to measure`() {
    var device = VirtualDevice.furnished(.mains)
    device.load = 400
    device.submit(.processing, "a")
    let effects = device.advance(.minutes(9))
    #expect(device.run("a") != nil)
    #expect(!effects.contains { if case .measure = $0 { true } else { false } })
  }

  @Test func `nothing is measured once nothing runs`() {
    var device = Self.busy(10) { $0.freezes = false }
    device.submit(.processing, "a")
    device.advance(.seconds(15))
    device.complete("a")
    device.advance(.seconds(10))
    #expect(device.wakesAt == .distantFuture)
  }

  @Test func `an engine made from a snapshot goes on measuring`() {
    var device = Self.busy(90)
    device.submit(.processing, "a")
    device.advance(.seconds(35))
    let twin = Engine(
      policy: device.engine.policy,
      snapshot: device.engine.snapshot(),
      at: device.now
    )
    #expect(twin.snapshot() == device.engine.snapshot())
    device.advance(.seconds(30))
    #expect(device.endings == ["a killed"])
  }
}
