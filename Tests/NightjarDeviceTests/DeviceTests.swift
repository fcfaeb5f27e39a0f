// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

/// A device on a made-up machine, and what it reported.
private final class DeviceProbe {
  let machine: FakeMachine
  let loop: EventLoop
  private(set) var device: Device
  private(set) var reported: [[DeviceChange]] = []

  init(kind: MachineKind = .desktop, prepare: (FakeMachine) throws -> Void = { _ in }) throws {
    machine = try FakeMachine()
    try machine.write("proc/loadavg", "0.00 0.00 0.00 1/1 1")
    try prepare(machine)
    loop = try EventLoop()
    var report: ([DeviceChange]) -> Void = { _ in }
    device = Device(loop: loop, folders: machine.folders, environment: [:], kind: kind) {
      report($0)
    }
    report = { [unowned self] in reported.append($0) }
    device.start()
  }

  deinit {
    device.stop()
  }
}

@Suite struct DeviceTests {
  private static let discharging = ["type": "Battery", "status": "Discharging", "capacity": "40"]

  @Test func `each fact names its source and its trust`() throws {
    let probe = try DeviceProbe { try $0.supply("BAT0", Self.discharging) }
    let readings = probe.device.readings
    #expect(readings.map(\.key) == DeviceFactKey.allCases)
    #expect(readings.allSatisfy { !$0.source.isEmpty })
    #expect(readings[0].source.contains("BAT0"))
    #expect(readings[2].source.hasPrefix("rtnetlink"))
    #expect(probe.device.state.power == .battery)
    #expect(probe.device.state.battery == 40)
    #expect(probe.reported == [])
  }

  @Test func `a battery makes the preset portable, and a container none`() throws {
    let prepare: (FakeMachine) throws -> Void = { try $0.supply("BAT0", Self.discharging) }
    #expect(try DeviceProbe(prepare: prepare).device.defaultPreset == "portable")
    let container = try DeviceProbe(kind: .container, prepare: prepare)
    #expect(container.device.defaultPreset == "mains")
    #expect(container.device.state.power == .external)
    #expect(container.device.state.battery == 100)
    #expect(container.device.readings[0].source == "a container has no battery")
    #expect(try DeviceProbe().device.defaultPreset == "mains")
  }

  @Test func `what is overridden is reported once, and again when it is lifted`() throws {
    let probe = try DeviceProbe { try $0.supply("BAT0", Self.discharging) }
    try probe.device.set(["power": "external", "idle": "false"])
    try probe.device.set(["power": "external"])
    #expect(probe.device.overrides == ["power": "external", "idle": "false"])
    try probe.device.reset(["power"])
    #expect(probe.device.overrides == ["idle": "false"])
    try probe.device.reset()
    #expect(
      probe.reported == [
        [.power(.external), .idle(false)], [.power(.battery)], [.idle(true)],
      ]
    )
  }

  @Test(arguments: [["battery": "50", "thermal": "molten"], ["battery": "50", "wings": "2"]])
  func `one wrong value and nothing is set`(values: [String: String]) throws {
    let probe = try DeviceProbe()
    #expect(throws: DeviceFactError.self) { try probe.device.set(values) }
    #expect(probe.device.overrides == [:])
    #expect(probe.device.state.battery == 100)
    #expect(probe.reported == [])
  }

  @Test func `one wrong key and nothing is lifted`() throws {
    let probe = try DeviceProbe()
    try probe.device.set(["battery": "50"])
    #expect(throws: DeviceFactError.self) { try probe.device.reset(["battery", "wings"]) }
    #expect(probe.device.overrides == ["battery": "50"])
  }

  @Test func `saved overrides come back, without those that nobody knows here`() throws {
    let probe = try DeviceProbe()
    let ignored = probe.device.restore(["battery": "12", "wings": "2", "thermal": "molten"])
    #expect(ignored.map(\.key) == ["thermal", "wings"])
    #expect(probe.device.overrides == ["battery": "12"])
    #expect(probe.reported == [[.battery(12)]])
  }

  @Test func `no timer runs while nobody waits for idleness`() throws {
    let probe = try DeviceProbe { try $0.supply("BAT0", Self.discharging) }
    #expect(!probe.device.isLooking)
    probe.device.needsIdle(true)
    #expect(probe.device.isLooking)
    probe.device.needsIdle(false)
    #expect(!probe.device.isLooking)
    #expect(try !probe.loop.isBusy)
  }

  @Test func `a stopped device looks no more, and a started one again`() throws {
    let probe = try DeviceProbe()
    probe.device.needsIdle(true)
    probe.device.stop()
    #expect(!probe.device.isLooking)
    probe.device.start()
    #expect(probe.device.isLooking)
  }

  @Test func `when somebody begins to wait for idleness it is looked at anew`() throws {
    let probe = try DeviceProbe(kind: .server)
    #expect(probe.device.state.isIdle)
    try probe.machine.write("proc/loadavg", "99.00 0.00 0.00 1/1 1")
    #expect(probe.reported == [])
    probe.device.needsIdle(true)
    #expect(probe.reported == [[.idle(false), .quiet(0)]])
  }

  @Test func `while somebody waits for idleness it is looked at again and again`() throws {
    let probe = try DeviceProbe(kind: .server)
    probe.device.timeBetweenLooks = 1_000_000
    probe.device.needsIdle(true)
    for (load, isIdle) in [("99.00 0.00 0.00", false), ("0.00 0.00 0.00", false)] {
      try probe.machine.write("proc/loadavg", "\(load) 1/1 1")
      let before = probe.reported.count
      while probe.reported.count == before {
        try #require(try probe.loop.turn(timeoutMilliseconds: 5000))
      }
      #expect(probe.device.state.isIdle == isIdle)
    }
    #expect(probe.device.isLooking)
    #expect(probe.reported == [[.idle(false), .quiet(0)], [.quiet(1000)]])
  }

  @Test func `looking reads the charge of a battery again`() throws {
    let probe = try DeviceProbe { try $0.supply("BAT0", Self.discharging) }
    try probe.machine.supply("BAT0", ["capacity": "19"])
    probe.device.refresh()
    #expect(probe.reported == [[.battery(19)]])
    #expect(!probe.device.isLooking)
  }

  @Test func `a battery that vanishes leaves a machine on the mains`() throws {
    let probe = try DeviceProbe { try $0.supply("BAT0", Self.discharging) }
    try probe.machine.remove("sys/class/power_supply")
    probe.device.refresh()
    #expect(probe.reported == [[.power(.external), .battery(100)]])
    #expect(probe.device.readings[0].trust == .default)
    #expect(probe.device.readings[0].source.hasPrefix("default: opendir "))
  }

  @Test func `the doctor hears of each source`() throws {
    let checks = try DeviceProbe(kind: .server).device.checks
    #expect(
      checks.map(\.name) == ["machine", "power", "network", "idle", "thermal", "memory", "bus"]
    )
    #expect(checks[0].detail == "server, because a setting says so; preset mains")
    #expect(checks.allSatisfy { $0.state == .ok || $0.remedy != nil })
  }
}

@Suite struct MachineKindTests {
  @Test(arguments: [
    ([:], "", MachineKind.server), (["container": "podman"], "", .container),
    ([:], ".dockerenv", .container), ([:], "run/.containerenv", .container),
    (["XDG_SESSION_TYPE": "wayland"], "", .desktop), (["XDG_SESSION_TYPE": "tty"], "", .server),
    (["DISPLAY": ":0"], "", .desktop), (["DISPLAY": "localhost:10.0"], "", .server),
    ([:], "tmp/.X11-unix/X0", .desktop),
    (["XDG_RUNTIME_DIR": "/run/user/1000"], "run/user/1000/wayland-0", .desktop),
    (["XDG_RUNTIME_DIR": "/run/user/1000"], "run/user/1000/wayland-0.lock", .server),
    (["container": "lxc", "DISPLAY": ":0"], "", .container),
  ])
  func `the kind of a machine is found by its marks`(
    environment: [String: String],
    file: String,
    kind: MachineKind
  ) throws {
    let machine = try FakeMachine()
    if !file.isEmpty { try machine.write(file, "") }
    let found = MachineKind.detect(in: machine.folders, environment: environment)
    #expect(found.kind == kind)
    #expect(!found.evidence.isEmpty)
  }

  @Test(arguments: [
    ("0::/", MachineKind.server), ("0::/docker/0123", .container),
    ("1:cpu:/kubepods.slice/pod1", .container), ("0::/init.scope", .server),
  ])
  func `the groups of the first process give a container away`(
    groups: String,
    kind: MachineKind
  ) throws {
    let machine = try FakeMachine()
    try machine.write("proc/1/cgroup", groups)
    #expect(MachineKind.detect(in: machine.folders, environment: [:]).kind == kind)
  }
}
