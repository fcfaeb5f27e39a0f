// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// A socket to the kernel itself, netlink(7): datagrams of what it announces, and of its answers.
package final class NetlinkSocket {
  /// Which part of the kernel is at the other end.
  package enum Family: Sendable {
    /// Links, addresses and routes, rtnetlink(7).
    case route

    /// Devices that come, go and change: the kernel's uevents.
    case kernelObjects
  }

  /// What a receive brought.
  package enum Arrival: Equatable, Sendable {
    /// The bytes of one datagram.
    case datagram([UInt8])

    /// Announcements were lost, so that everything must be asked for again.
    case overrun

    /// Nothing waits.
    case nothing
  }

  /// The descriptor to watch; it does not block.
  package let descriptor: Int32

  /// The kernel fills at most 32 KiB with a part of a dump, `NLMSG_GOODSIZE` in the kernel.
  private static let bufferSize = 65_536

  /// Opens a socket.
  ///
  /// - Parameters:
  ///   - family: Which part of the kernel to talk to.
  ///   - groups: The bits of the multicast groups to hear, 0 for none.
  /// - Throws: `SystemError` when the kernel has no such family or does not let us hear the groups.
  package init(_ family: Family, groups: UInt32) throws(SystemError) {
    let number =
      switch family {
      case .route: NETLINK_ROUTE
      case .kernelObjects: NETLINK_KOBJECT_UEVENT
      }
    let type = SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    descriptor = socket(AF_NETLINK, Int32(bitPattern: type), number)
    guard descriptor >= 0 else { throw .last("socket", "netlink \(family)") }
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = groups
    let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    // The object is whole from here on, so that its deinit closes the descriptor.
    guard result == 0 else { throw .last("bind", "netlink \(family)") }
  }

  deinit {
    close(descriptor)
  }

  /// Sends a request to the kernel.
  ///
  /// - Parameter bytes: One whole message.
  /// - Throws: `SystemError` when the kernel does not take it.
  package func send(_ bytes: [UInt8]) throws(SystemError) {
    guard Glibc.send(descriptor, bytes, bytes.count, 0) == bytes.count else {
      throw .last("send", "netlink")
    }
  }

  /// Takes one datagram, if one waits.
  ///
  /// - Returns: What came. Datagrams of other processes are dropped: only the kernel, port 0, may
  ///   tell us what the machine is like.
  /// - Throws: `SystemError` when the socket cannot be used any more.
  package func receive() throws(SystemError) -> Arrival {
    while true {
      var bytes = [UInt8](repeating: 0, count: Self.bufferSize)
      var sender = sockaddr_nl()
      var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
      let count = withUnsafeMutablePointer(to: &sender) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          // With MSG_TRUNC the length is that of the datagram, even where the buffer is too short.
          recvfrom(descriptor, &bytes, bytes.count, Int32(MSG_TRUNC), address, &size)
        }
      }
      guard count >= 0 else {
        switch Glibc.errno {
        case EINTR: continue
        case EAGAIN: return .nothing
        case ENOBUFS: return .overrun
        default: throw .last("recvfrom", "netlink")
        }
      }
      guard sender.nl_pid == 0 else { continue }
      guard count <= bytes.count else { return .overrun }
      bytes.removeLast(bytes.count - count)
      return .datagram(bytes)
    }
  }
}
