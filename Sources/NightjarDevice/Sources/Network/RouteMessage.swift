// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// Reads the messages of rtnetlink(7) that tell of links and default routes.
enum RouteMessage {
  /// Reads a message with a `struct ifinfomsg` in front.
  ///
  /// - Parameter message: News of a link.
  /// - Returns: The link; nil when it is the loopback, or a bridge's news of one of its ports.
  static func link(_ message: NetlinkMessage) -> Connectivity.Link? {
    let bytes = message.payload
    guard
      let family: UInt8 = bytes.integer(at: 0), family == 0,
      let index: Int32 = bytes.integer(at: 4), let flags: UInt32 = bytes.integer(at: 8)
    else { return nil }
    guard flags & InterfaceFlag.loopback == 0 else { return nil }
    let name = bytes.attributes(from: 16).first { $0.type == Attribute.interfaceName }
    let carrier = InterfaceFlag.up | InterfaceFlag.running | InterfaceFlag.lowerUp
    return Connectivity.Link(
      index: index,
      name: name?.value.text ?? "link \(index)",
      hasCarrier: flags & carrier == carrier
    )
  }

  /// Reads a message with a `struct rtmsg` in front.
  ///
  /// - Parameter message: News of a route.
  /// - Returns: The route; nil when it does not lead everywhere, refuses packets, or is dead.
  static func defaultRoute(_ message: NetlinkMessage) -> Connectivity.Route? {
    let bytes = message.payload
    guard
      let family: UInt8 = bytes.integer(at: 0), let prefixLength: UInt8 = bytes.integer(at: 1),
      let type: UInt8 = bytes.integer(at: 7), let flags: UInt32 = bytes.integer(at: 8)
    else { return nil }
    guard family == Family.inet || family == Family.inet6 else { return nil }
    guard prefixLength == 0, type == unicast, flags & (dead | cloned) == 0 else { return nil }
    var route = Connectivity.Route(links: [], isIPv6: family == Family.inet6, metric: 0)
    for (type, value) in bytes.attributes(from: 12) {
      switch type {
      case Attribute.outInterface:
        if let index: Int32 = value.integer(at: 0) { route.links.append(index) }
      case Attribute.metric:
        route.metric = value.integer(at: 0) ?? 0
      case Attribute.nextHops:
        route.links += nextHops(value)
      default:
        break
      }
    }
    return route
  }

  /// The interfaces of a route with several ways: `struct rtnexthop`, 8 bytes and attributes each.
  private static func nextHops(_ bytes: NetlinkBytes) -> [Int32] {
    var links: [Int32] = []
    var rest = bytes
    while let length: UInt16 = rest.integer(at: 0), length >= 8, length <= rest.count,
      let flags: UInt8 = rest.integer(at: 2), let index: Int32 = rest.integer(at: 4)
    {
      if UInt32(flags) & dead == 0 { links.append(index) }
      rest = rest.part(from: NetlinkBytes.aligned(Int(length)), to: rest.count)
    }
    return links
  }

  /// `RTN_UNICAST`: a way that leads on, not one that refuses or swallows.
  private static let unicast: UInt8 = 1

  /// `RTNH_F_DEAD` and `RTNH_F_LINKDOWN`: the link under the route is gone or down.
  private static let dead: UInt32 = 1 | 16

  /// `RTM_F_CLONED`: a cached answer, not a route.
  private static let cloned: UInt32 = 0x200

  private enum Family {
    static let inet: UInt8 = 2
    static let inet6: UInt8 = 10
  }

  /// netdevice(7).
  private enum InterfaceFlag {
    static let up: UInt32 = 1 << 0
    static let loopback: UInt32 = 1 << 3
    static let running: UInt32 = 1 << 6
    static let lowerUp: UInt32 = 1 << 16
  }

  /// `IFLA_IFNAME`, `RTA_OIF`, `RTA_PRIORITY`, `RTA_MULTIPATH`.
  private enum Attribute {
    static let interfaceName: UInt16 = 3
    static let outInterface: UInt16 = 4
    static let metric: UInt16 = 6
    static let nextHops: UInt16 = 9
  }
}
