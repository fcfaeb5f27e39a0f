// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// The numbers of rtnetlink(7) that somebody here needs.
package enum RouteNetlink {
  /// A link is new or different.
  package static let newLink = UInt16(RTM_NEWLINK)

  /// A link is gone.
  package static let deletedLink = UInt16(RTM_DELLINK)

  /// An address is gone.
  package static let deletedAddress = UInt16(RTM_DELADDR)

  /// A route is new or different.
  package static let newRoute = UInt16(RTM_NEWROUTE)

  /// A route is gone.
  package static let deletedRoute = UInt16(RTM_DELROUTE)

  /// The groups that announce links, IPv4 addresses, and routes of both families.
  ///
  /// IPv6 addresses are left out: each router advertisement renews them, which would wake the
  /// daemon for nothing, and the routes that go with them are announced by themselves.
  package static let connectivityGroups = UInt32(
    RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE
  )

  /// The group in which the kernel, and not a device manager, announces devices.
  package static let kernelObjectGroup: UInt32 = 1
}

extension NetlinkSocket {
  /// Asks for all links.
  ///
  /// - Returns: Messages of the type ``RouteNetlink/newLink``.
  /// - Throws: `SystemError` when the kernel refuses.
  package func dumpLinks() throws(SystemError) -> [NetlinkMessage] {
    try dump(UInt16(RTM_GETLINK), family: UInt8(AF_UNSPEC))
  }

  /// Asks for all routes of IPv4 and IPv6.
  ///
  /// - Returns: Messages of the type ``RouteNetlink/newRoute``.
  /// - Throws: `SystemError` when the kernel refuses; a kernel without IPv6 just has no such
  ///   routes.
  package func dumpRoutes() throws(SystemError) -> [NetlinkMessage] {
    let inet = try dump(UInt16(RTM_GETROUTE), family: UInt8(AF_INET))
    let inet6 = try? dump(UInt16(RTM_GETROUTE), family: UInt8(AF_INET6))
    return inet + (inet6 ?? [])
  }
}
