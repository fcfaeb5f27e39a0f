// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarModel
internal import NightjarSystem

@testable import NightjarDevice

/// A device on a made-up machine with a bus of its own, and everything that it said.
final class ServiceProbe {
  let machine: FakeMachine
  let stage: ServiceStage
  let loop: EventLoop
  let device: Device
  private(set) var reported: [DeviceChange] = []
  private(set) var events: [DeviceEvent] = []
  private(set) var notices: [String] = []

  /// Starts a device on a laptop that sysfs says runs on its battery, at 40 %.
  init(
    kind: MachineKind = .desktop,
    environment: [String: String] = [:],
    prepare: (ServiceStage) throws -> Void
  ) throws {
    machine = try FakeMachine()
    try machine.write("proc/loadavg", "0.00 0.00 0.00 1/1 1")
    let battery = ["type": "Battery", "status": "Discharging", "capacity": "40"]
    try machine.supply("BAT0", battery)
    stage = try ServiceStage(in: machine.root)
    try prepare(stage)
    loop = try EventLoop()
    var report: ([DeviceChange]) -> Void = { _ in }
    let root = machine.root
    let variables = environment.mapValues { $0.replacing("ROOT", with: root) }
    device = Device(loop: loop, folders: machine.folders, environment: variables, kind: kind) {
      report($0)
    }
    report = { [unowned self] in reported += $0 }
    device.onEvent = { [unowned self] in events.append($0) }
    device.onNotice = { [unowned self] text, _ in notices.append(text) }
    device.start()
  }

  deinit {
    device.stop()
  }

  /// Lets the device work until something holds; false when it does not within ten seconds.
  func until(_ holds: () throws -> Bool) throws -> Bool {
    let deadline = Clocks.monotonic + 10_000_000_000
    while try !holds() {
      let left = deadline - Clocks.monotonic
      guard left > 0 else { return false }
      try loop.turn(timeoutMilliseconds: Int32(left / 1_000_000) + 1)
    }
    return true
  }

  func source(_ key: DeviceFactKey) -> String {
    device.readings.first { $0.key == key }?.source ?? ""
  }

  func check(_ name: String) -> DeviceCheck? {
    device.checks.first { $0.name == name }
  }
}

/// Where the services are on the bus.
enum ServicePlace {
  static let upower = "org.freedesktop.UPower"
  static let upowerPath = "/org/freedesktop/UPower"
  static let display = "/org/freedesktop/UPower/devices/DisplayDevice"
  static let network = "org.freedesktop.NetworkManager"
  static let networkPath = "/org/freedesktop/NetworkManager"
  static let login = "org.freedesktop.login1.Manager"
  static let loginPath = "/org/freedesktop/login1"
  static let profiles = "org.freedesktop.UPower.PowerProfiles"
  static let profilesPath = "/org/freedesktop/UPower/PowerProfiles"
  static let oldProfiles = "net.hadess.PowerProfiles"
  static let oldProfilesPath = "/net/hadess/PowerProfiles"
  static let memory = "org.freedesktop.LowMemoryMonitor"
  static let memoryPath = "/org/freedesktop/LowMemoryMonitor"
}

extension ServiceStage {
  /// Starts UPower with one battery, which discharges unless the machine is plugged in.
  func startUPower(onBattery: Bool = false, percentage: Double = 55.5, state: Int = 1) throws {
    let machine: [String: Any] = ["OnBattery": onBattery]
    let battery: [String: Any] = [
      "IsPresent": true, "State": ["u": state], "Percentage": ["d": percentage],
    ]
    try start(
      "upower",
      template: "upower",
      [
        [ServicePlace.upowerPath, ServicePlace.upower, machine],
        [ServicePlace.display, "\(ServicePlace.upower).Device", battery],
      ]
    )
  }

  func setPercentage(_ value: Any) throws {
    let interface = "\(ServicePlace.upower).Device"
    try set("upower", ServicePlace.display, interface, "Percentage", value)
  }

  /// Starts NetworkManager; the numbers are its own.
  func startNetworkManager(state: Int = 70, connectivity: Int = 4, metered: Int = 2) throws {
    let properties: [String: Any] = [
      "State": ["u": state], "Connectivity": ["u": connectivity], "Metered": ["u": metered],
    ]
    try start(
      "network",
      template: "networkmanager",
      [[ServicePlace.networkPath, ServicePlace.network, properties]]
    )
  }

  func startLogind(idleSince microseconds: Int64? = nil) throws {
    let properties: [String: Any] = [
      "IdleHint": microseconds != nil, "IdleSinceHint": ["t": microseconds ?? 0],
    ]
    try start(
      "logind",
      template: "logind",
      [[ServicePlace.loginPath, ServicePlace.login, properties]]
    )
  }

  func tellSleep(_ begins: Bool) throws {
    let signal = "\(ServicePlace.login)/PrepareForSleep"
    try emit("logind", at: ServicePlace.loginPath, signal, "b", begins)
  }

  /// How many inhibitors somebody holds.
  func inhibitors() throws -> Int {
    let listed = try call("logind", ServicePlace.loginPath, ServicePlace.login, "ListInhibitors")
    return listed.components(separatedBy: "'Nightjar'").count - 1
  }
}
