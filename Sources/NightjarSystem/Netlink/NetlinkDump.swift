// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

extension NetlinkSocket {
  /// Asks for a whole table of the kernel, on a socket that hears no groups.
  ///
  /// The kernel writes the parts of a dump while it is asked for them, so this never waits for
  /// anybody else.
  ///
  /// - Parameters:
  ///   - type: What to ask for, such as `RTM_GETROUTE`.
  ///   - family: The address family, such as `AF_INET`.
  /// - Returns: The messages of the table.
  /// - Throws: `SystemError` when the kernel refuses, or its table never stood still.
  package func dump(_ type: UInt16, family: UInt8) throws(SystemError) -> [NetlinkMessage] {
    // A table that changes while it is dumped is marked NLM_F_DUMP_INTR and must be asked for
    // again.
    for attempt in 1...8 {
      let flags = UInt16(NLM_F_REQUEST | NLM_F_DUMP)
      // The longest of the three headers that can follow, `struct ifinfomsg`, has 16 bytes.
      let payload = [family] + [UInt8](repeating: 0, count: 15)
      let sequence = UInt32(attempt)
      try send(
        NetlinkMessage(type: type, flags: flags, sequence: sequence, payload: payload).bytes
      )
      if let messages = try collect(sequence) { return messages }
    }
    throw SystemError(errno: EAGAIN, call: "dump", subject: "netlink table \(type)")
  }

  /// Takes the answers to one request, or nil when the table changed meanwhile.
  private func collect(_ sequence: UInt32) throws(SystemError) -> [NetlinkMessage]? {
    var found: [NetlinkMessage] = []
    var wasInterrupted = false
    while true {
      let datagram: [UInt8]
      switch try receive() {
      case .datagram(let bytes): datagram = bytes
      case .overrun: return nil
      case .nothing: throw SystemError(errno: EAGAIN, call: "recvfrom", subject: "netlink dump")
      }
      for message in NetlinkMessage.messages(in: datagram) where message.sequence == sequence {
        wasInterrupted = wasInterrupted || message.flags & UInt16(NLM_F_DUMP_INTR) != 0
        switch Int32(message.type) {
        case NLMSG_DONE:
          return wasInterrupted ? nil : found
        case NLMSG_ERROR:
          let code: Int32 = message.payload.integer(at: 0) ?? -EPROTO
          throw SystemError(errno: -code, call: "dump", subject: "netlink")
        default:
          found.append(message)
        }
      }
    }
  }
}
