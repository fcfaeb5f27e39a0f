// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// Knows the heat from `/sys/class/thermal`.
///
/// The kernel announces heat to few, so somebody must look: while idleness counts, and for as long
/// as the machine is hot, because somebody may wait for it to cool down.
final class ThermalSource: DeviceSource {
  private let folder: String
  private var zones: [ThermalZone] = []
  private var state = ThermalState.nominal
  private var failure: SystemError?
  private var report: ([Finding]) -> Void = { _ in }

  /// Makes a source for a folder such as `/sys/class/thermal`.
  init(folder: String) {
    self.folder = folder
  }

  var mustBeLookedAt: Bool { state > .nominal }

  func start(on loop: EventLoop, report: @escaping ([Finding]) -> Void) {
    self.report = report
    look(isFirst: true)
  }

  func stop() {}

  func look(isFirst: Bool) {
    do throws(SystemError) {
      zones = try KernelFile.names(in: folder)
        .filter { $0.hasPrefix("thermal_zone") }
        .compactMap { ThermalZone.read($0, in: folder) }
      failure = nil
    } catch {
      zones = []
      failure = error
    }
    let ranked = zones.map { (zone: $0, state: $0.state(before: state)) }
    guard let hottest = ranked.max(by: { $0.state < $1.state }) else {
      state = .nominal
      let why = failure?.description ?? "no zone with trip points in \(folder)"
      return report(Finding.assumed(.thermal, because: why))
    }
    state = hottest.state
    let degrees = hottest.zone.temperature / 1000
    let source = "sysfs \(folder)/\(hottest.zone.name) at \(degrees) °C"
    report([Finding(fact: .thermal(state), source: source, trust: .derived)])
  }

  var check: DeviceCheck {
    guard zones.isEmpty else {
      let detail = "\(zones.count) zones with trip points in \(folder)"
      return DeviceCheck(name: "thermal", state: .ok, detail: detail)
    }
    return DeviceCheck(
      name: "thermal",
      state: .missing,
      detail: "\(failure?.description ?? "no zone with trip points in \(folder)"); cool is assumed",
      remedy: "Nothing; set thermal=… with nightjar device set to try how an app takes heat."
    )
  }
}
