// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// The links and default routes of the machine, and what they say of its network.
///
/// The machine is online when a default route of IPv4 or IPv6 leads through a link with carrier,
/// spec section 12.3.
struct Connectivity: Equatable {
  /// A network interface.
  struct Link: Equatable {
    var index: Int32
    var name: String
    var hasCarrier: Bool
  }

  /// A route to everywhere.
  struct Route: Equatable {
    /// The interfaces it may take; empty when the kernel keeps them elsewhere.
    var links: [Int32]
    var isIPv6: Bool
    var metric: UInt32
  }

  private var links: [Int32: Link] = [:]
  private var routes: [Route] = []

  /// Knows nothing, not even a link.
  init() {}

  /// Takes over whole tables.
  ///
  /// - Parameters:
  ///   - linkTable: The answers to `RTM_GETLINK`.
  ///   - routeTables: The answers to `RTM_GETROUTE`.
  init(linkTable: [NetlinkMessage], routeTables: [NetlinkMessage]) {
    for link in linkTable.compactMap(RouteMessage.link) { links[link.index] = link }
    routes = routeTables.compactMap(RouteMessage.defaultRoute)
      .sorted { ($0.metric, $0.isIPv6 ? 1 : 0) < ($1.metric, $1.isIPv6 ? 1 : 0) }
  }

  /// Whether an announcement may change the answer, so that the tables must be asked for again.
  ///
  /// Most do not: wireless statistics come as news of the link, and a router's tables change all
  /// the time. An address that goes, or a link that goes down, takes IPv4 routes with it of which
  /// the kernel says nothing.
  func isTouched(by message: NetlinkMessage) -> Bool {
    switch message.type {
    case RouteNetlink.newLink:
      guard let link = RouteMessage.link(message) else { return false }
      return links[link.index] != link
    case RouteNetlink.deletedLink:
      guard let link = RouteMessage.link(message) else { return false }
      return links[link.index] != nil
    case RouteNetlink.deletedAddress:
      return true
    case RouteNetlink.newRoute, RouteNetlink.deletedRoute:
      return RouteMessage.defaultRoute(message) != nil
    default:
      return false
    }
  }

  /// What the network is good for.
  ///
  /// The kernel does not know which links are metered; only an override says so.
  var finding: Finding {
    for route in routes {
      if let link = route.links.lazy.compactMap({ links[$0] }).first(where: \.hasCarrier) {
        return found(.unmetered, "default route through \(link.name)")
      }
      if route.links.isEmpty, links.values.contains(where: \.hasCarrier) {
        return found(.unmetered, "default route")
      }
    }
    guard let route = routes.first else { return found(.none, "no default route") }
    let names = route.links.compactMap { links[$0]?.name }.joined(separator: ", ")
    return found(.none, "default route through \(names), which has no carrier")
  }

  private func found(_ state: NetworkState, _ how: String) -> Finding {
    Finding(fact: .network(state), source: "rtnetlink, \(how)", trust: .measured)
  }
}
