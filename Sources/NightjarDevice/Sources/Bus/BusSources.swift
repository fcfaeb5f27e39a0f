// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// All services of the system bus that know something of the machine, and the bus itself.
final class BusSources {
  /// How long a start may wait for services that are there, so that the first decisions of the
  /// daemon know what they say: 250 ms, in nanoseconds.
  private static let patience: Int64 = 250_000_000

  private let bus: SystemBus
  private let sources: [ServiceSource]
  private let memory: MemoryMonitorSource

  /// What tells of sleep, and holds it up.
  let login: LoginSource

  /// Makes the sources.
  ///
  /// - Parameters:
  ///   - address: Where the bus is.
  ///   - loop: The loop on which to listen.
  ///   - kind: What kind of machine this is.
  ///   - happened: Told of what happens to the machine.
  init(
    address: String,
    loop: EventLoop,
    kind: MachineKind,
    happened: @escaping (DeviceEvent) -> Void
  ) {
    sources = [.upower(), .networkManager()] + ServiceSource.powerProfiles()
    login = LoginSource(kind: kind, happened: happened)
    memory = MemoryMonitorSource(happened: happened)
    let services = sources.map(\.service) + [login.service, memory.service]
    bus = SystemBus(address: address, loop: loop, services: services)
  }

  /// Whether a service watches the memory.
  var watchesMemory: Bool { memory.isPresent }

  /// Whether a service tells of sleep.
  var tellsOfSleep: Bool { login.tellsOfSleep }

  /// Listens from now on.
  func start(on loop: EventLoop, report: @escaping (ServiceReport) -> Void) {
    for source in sources { source.start(report: report) }
    login.start(on: loop, report: report)
    memory.start(report: report)
    bus.start(patience: Self.patience)
  }

  /// Disconnects.
  func stop() {
    login.stop()
    bus.stop()
  }

  /// Looks again at a bus that was left alone.
  func tryAgain() {
    bus.tryAgain()
  }

  /// The bus, then each service; without a bus the services are not worth a line each.
  var checks: [DeviceCheck] {
    switch bus.state {
    case .ready: [check] + serviceChecks
    case .off, .waiting, .failed: [check]
    }
  }

  private var check: DeviceCheck {
    let effect = "power, network, heat and idleness come from the kernel"
    let remedy = "Nothing, unless this machine should have a system bus: then start dbus."
    switch bus.state {
    case .ready:
      return DeviceCheck(name: "bus", state: .ok, detail: bus.address)
    case .off, .waiting:
      let detail = "no bus at \(bus.address) yet; \(effect)"
      return DeviceCheck(name: "bus", state: .missing, detail: detail, remedy: remedy)
    case .failed(let why):
      let detail = "\(bus.address): \(why); \(effect)"
      return DeviceCheck(name: "bus", state: .failed, detail: detail, remedy: remedy)
    }
  }

  /// A service that goes by two names is there when it is under one of them.
  private var serviceChecks: [DeviceCheck] {
    var checks: [DeviceCheck] = []
    for check in sources.map(\.check) + [login.check, memory.check] {
      guard let index = checks.firstIndex(where: { $0.name == check.name }) else {
        checks.append(check)
        continue
      }
      if checks[index].state == .missing { checks[index] = check }
    }
    return checks
  }
}
