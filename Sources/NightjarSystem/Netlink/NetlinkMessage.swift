// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux

/// One message of a netlink datagram: a header of 16 bytes and what follows it, netlink(7).
package struct NetlinkMessage: Equatable, Sendable {
  /// What the message is about, such as `RTM_NEWLINK`.
  package var type: UInt16

  /// The bits `NLM_F_…`.
  package var flags: UInt16

  /// The number of the request that it answers; 0 for an announcement.
  package var sequence: UInt32

  /// What follows the header.
  package var payload: NetlinkBytes

  private static let headerSize = 16

  /// Makes a message.
  package init(type: UInt16, flags: UInt16 = 0, sequence: UInt32 = 0, payload: [UInt8]) {
    self.type = type
    self.flags = flags
    self.sequence = sequence
    self.payload = NetlinkBytes(payload[...])
  }

  /// Takes a datagram apart.
  ///
  /// - Parameter datagram: What was received.
  /// - Returns: Its messages up to the first whose length cannot be right.
  package static func messages(in datagram: [UInt8]) -> [Self] {
    var messages: [Self] = []
    var rest = NetlinkBytes(datagram[...])
    while let length: UInt32 = rest.integer(at: 0), length >= headerSize, length <= rest.count {
      guard
        let type: UInt16 = rest.integer(at: 4),
        let flags: UInt16 = rest.integer(at: 6),
        let sequence: UInt32 = rest.integer(at: 8)
      else { break }
      var message = Self(type: type, flags: flags, sequence: sequence, payload: [])
      message.payload = rest.part(from: headerSize, to: Int(length))
      messages.append(message)
      rest = rest.part(from: NetlinkBytes.aligned(Int(length)), to: rest.count)
    }
    return messages
  }

  /// The message as it is sent.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let length = UInt32(Self.headerSize + payload.count)
    withUnsafeBytes(of: length) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    withUnsafeBytes(of: flags) { bytes += $0 }
    withUnsafeBytes(of: sequence) { bytes += $0 }
    withUnsafeBytes(of: UInt32(0)) { bytes += $0 }
    return bytes + payload.bytes
  }
}

/// Bytes of the kernel, in the machine's own byte order.
package struct NetlinkBytes: Equatable, Sendable {
  /// The bytes themselves.
  package var bytes: ArraySlice<UInt8>

  /// Wraps bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// How many there are.
  package var count: Int { bytes.count }

  /// Rounds up to the four bytes on which every part of a message starts.
  package static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }

  /// Reads a number.
  ///
  /// - Parameter offset: Where it starts, counted from the first byte.
  /// - Returns: The number, or nil when the bytes end before it does.
  package func integer<Number: FixedWidthInteger>(at offset: Int) -> Number? {
    guard offset >= 0, offset + MemoryLayout<Number>.size <= count else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }

  /// Cuts out a part; what lies outside is left away.
  package func part(from start: Int, to end: Int) -> Self {
    let first = bytes.startIndex + min(max(0, start), count)
    let last = bytes.startIndex + min(max(0, end), count)
    return Self(bytes[first..<max(first, last)])
  }

  /// The attributes that start at an offset: type, value, type, value, rtnetlink(7).
  ///
  /// - Parameter offset: Where the first one starts.
  /// - Returns: The attributes up to the first whose length cannot be right.
  package func attributes(from offset: Int) -> [(type: UInt16, value: NetlinkBytes)] {
    var attributes: [(type: UInt16, value: NetlinkBytes)] = []
    var rest = part(from: offset, to: count)
    while let length: UInt16 = rest.integer(at: 0), length >= 4, length <= rest.count,
      let type: UInt16 = rest.integer(at: 2)
    {
      // The two highest bits say how the value is coded, not what it is.
      attributes.append((type & 0x3FFF, rest.part(from: 4, to: Int(length))))
      rest = rest.part(from: Self.aligned(Int(length)), to: rest.count)
    }
    return attributes
  }

  /// The bytes up to the first NUL as text that a terminal can show.
  package var text: String {
    String(
      decoding: bytes.prefix { $0 != 0 }.map { (0x20..<0x7F).contains($0) ? $0 : 0x3F },
      as: UTF8.self
    )
  }
}
