// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// Knows the network from rtnetlink(7), which announces every change.
///
/// An announcement only says that something may be different; the answer always comes from the
/// kernel's whole tables, so that a lost announcement cannot leave a wrong picture behind.
final class NetworkSource: DeviceSource {
  /// What is open between ``start(on:report:)`` and ``stop()``.
  private struct Listening {
    var socket: NetlinkSocket
    var asking: NetlinkSocket
    var source: EventLoop.Source?
  }

  /// How many announcements are taken in one turn, so that a storm of them starves nobody.
  private static let announcementsPerTurn = 64

  private var listening: Listening?
  private var connectivity = Connectivity()
  private var failure: SystemError?
  private var report: ([Finding]) -> Void = { _ in }

  let mustBeLookedAt = false

  func start(on loop: EventLoop, report: @escaping ([Finding]) -> Void) {
    self.report = report
    do throws(SystemError) {
      // Listen first, ask then: a change in between is announced.
      let socket = try NetlinkSocket(.route, groups: RouteNetlink.connectivityGroups)
      listening = Listening(socket: socket, asking: try NetlinkSocket(.route, groups: 0))
      listening?.source = try loop.watch(socket.descriptor, for: .read) { [weak self] _ in
        self?.hear()
      }
      askAgain()
    } catch {
      give(up: error)
    }
  }

  func stop() {
    listening?.source?.cancel()
    listening = nil
  }

  func look(isFirst: Bool) {}

  var check: DeviceCheck {
    if let failure {
      return DeviceCheck(
        name: "network",
        state: .failed,
        detail: "\(failure); a network without cost is assumed",
        remedy: "Allow AF_NETLINK sockets to the daemon, or set network=… with nightjar device set."
      )
    }
    let detail = connectivity.finding.source
    return DeviceCheck(name: "network", state: .ok, detail: detail)
  }

  private func hear() {
    guard let socket = listening?.socket else { return }
    do throws(SystemError) {
      if try isTouched(socket) { askAgain() }
    } catch {
      give(up: error)
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
        // Once something is touched the tables are asked for anyway.
        isTouched =
          isTouched
          || NetlinkMessage.messages(in: bytes).contains { connectivity.isTouched(by: $0) }
      }
    }
    return isTouched
  }

  private func askAgain() {
    guard let asking = listening?.asking else { return }
    do throws(SystemError) {
      connectivity = Connectivity(
        linkTable: try asking.dumpLinks(),
        routeTables: try asking.dumpRoutes()
      )
      failure = nil
      report([connectivity.finding])
    } catch {
      // The next announcement brings a new try.
      failure = error
      report(Finding.assumed(.network, because: error.description))
    }
  }

  private func give(up error: SystemError) {
    stop()
    failure = error
    report(Finding.assumed(.network, because: error.description))
  }
}
