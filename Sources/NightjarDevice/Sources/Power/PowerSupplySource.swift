// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// Knows the power from `/sys/class/power_supply`, which the kernel's uevents say to read again.
///
/// Plugging in and out is always announced. How far a battery is empty is not, on many machines,
/// so its charge is read again whenever somebody looks.
final class PowerSupplySource: DeviceSource {
  /// What is open between ``start(on:report:)`` and ``stop()``.
  private struct Listening {
    var socket: NetlinkSocket
    var source: EventLoop.Source?
  }

  /// How many announcements are taken in one turn, so that a storm of them starves nobody.
  private static let announcementsPerTurn = 64

  private let folder: String
  private var listening: Listening?
  private var supplies: PowerSupplies?
  private var readFailure: SystemError?
  private var listenFailure: SystemError?
  private var report: ([Finding]) -> Void = { _ in }

  /// Makes a source for a folder such as `/sys/class/power_supply`.
  init(folder: String) {
    self.folder = folder
  }

  /// Whether the machine carries a battery.
  var hasBattery: Bool { supplies?.hasBattery ?? false }

  var mustBeLookedAt: Bool { listening == nil && hasBattery }

  func start(on loop: EventLoop, report: @escaping ([Finding]) -> Void) {
    self.report = report
    do throws(SystemError) {
      let group = RouteNetlink.kernelObjectGroup
      let socket = try NetlinkSocket(.kernelObjects, groups: group)
      listening = Listening(socket: socket)
      listening?.source = try loop.watch(socket.descriptor, for: .read) { [weak self] _ in
        self?.hear()
      }
    } catch {
      stop()
      listenFailure = error
    }
    readAgain()
  }

  func stop() {
    listening?.source?.cancel()
    listening = nil
  }

  func look(isFirst: Bool) {
    if hasBattery { readAgain() }
  }

  var check: DeviceCheck {
    if let readFailure {
      return DeviceCheck(
        name: "power",
        state: .missing,
        detail: "\(readFailure); external power is assumed",
        remedy: "Nothing, unless this machine has a battery: then make sysfs visible to the daemon."
      )
    }
    if let listenFailure {
      return DeviceCheck(
        name: "power",
        state: .failed,
        detail: "\(listenFailure); a battery is looked at every 30 s while something waits",
        remedy: "Allow AF_NETLINK sockets to the daemon."
      )
    }
    let names = supplies?.supplies.map(\.name).joined(separator: ", ") ?? ""
    let detail = names.isEmpty ? "no supplies in \(folder)" : "\(names) in \(folder)"
    return DeviceCheck(name: "power", state: .ok, detail: detail)
  }

  private func hear() {
    guard let socket = listening?.socket else { return }
    do throws(SystemError) {
      if try isTouched(socket) { readAgain() }
    } catch {
      stop()
      listenFailure = error
      readAgain()
    }
  }

  private func isTouched(_ socket: NetlinkSocket) throws(SystemError) -> Bool {
    var isTouched = false
    for _ in 0..<Self.announcementsPerTurn {
      switch try socket.receive() {
      case .nothing:
        return isTouched
      case .overrun:
        isTouched = true
      case .datagram(let bytes):
        isTouched = isTouched || KernelObjectEvent(bytes)?.subsystem == "power_supply"
      }
    }
    return isTouched
  }

  private func readAgain() {
    do throws(SystemError) {
      let found = try PowerSupplies(in: folder)
      supplies = found
      readFailure = nil
      report(found.findings)
    } catch {
      supplies = nil
      readFailure = error
      let why = error.description
      report(
        Finding.assumed(.power, because: why) + Finding.assumed(.battery, because: why)
      )
    }
  }
}
