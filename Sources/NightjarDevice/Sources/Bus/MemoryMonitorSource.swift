// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus

/// Hears from low-memory-monitor that memory runs short.
///
/// Its levels are 50, 100 and 255, each worse than the one before it; see
/// <https://hadess.pages.freedesktop.org/low-memory-monitor/>.
final class MemoryMonitorSource {
  private static let object = BusObject(
    path: "/org/freedesktop/LowMemoryMonitor",
    interface: "org.freedesktop.LowMemoryMonitor"
  )

  /// The service on the bus.
  let service = BusService(
    name: "org.freedesktop.LowMemoryMonitor",
    objects: [],
    signals: [object]
  )

  private let facts: ServiceSource
  private let happened: (DeviceEvent) -> Void
  private var report: (ServiceReport) -> Void = { _ in }

  /// Makes a source.
  ///
  /// - Parameter happened: Told when memory runs short.
  init(happened: @escaping (DeviceEvent) -> Void) {
    self.happened = happened
    facts = ServiceSource(title: "low-memory-monitor", service: service, keys: []) { _ in [] }
  }

  /// Whether the monitor is there, so that nobody else needs to watch.
  var isPresent: Bool {
    if case .present = service.presence { return true }
    return false
  }

  /// Says from now on what the monitor says.
  func start(report: @escaping (ServiceReport) -> Void) {
    self.report = report
    facts.start(report: report)
    service.onSignal = { [weak self] in self?.hear($0) }
  }

  /// How the monitor fares.
  var check: DeviceCheck {
    var check = facts.check
    if check.state == .ok { check.detail = "says when memory runs short" }
    return check
  }

  private func hear(_ signal: BusSignal) {
    guard signal.member == "LowMemoryWarning" else { return }
    guard case .unsigned(let level)? = signal.body.first, level >= 50 else {
      return report(.notice("low-memory-monitor is not believed: no such level", isTrouble: true))
    }
    happened(.memoryRanShort("low-memory-monitor, level \(level)"))
  }
}
