// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A uevent: what the kernel announces of a device.
///
/// One datagram: `ACTION@DEVPATH`, then `KEY=VALUE` fields, each ended by a NUL; see the kernel's
/// `lib/kobject_uevent.c`.
struct KernelObjectEvent: Equatable {
  /// What happened, such as `change`.
  var action: String

  /// The device, without `/sys` in front.
  var path: String

  /// The class of the device, such as `power_supply`.
  var subsystem: String

  /// Reads a datagram.
  ///
  /// It fails for what is no event, such as the messages of udev, which start with its own name.
  ///
  /// - Parameter datagram: What was received.
  init?(_ datagram: [UInt8]) {
    let fields = datagram.split(separator: 0, omittingEmptySubsequences: true)
    guard let head = fields.first, let sign = head.firstIndex(of: UInt8(ascii: "@")) else {
      return nil
    }
    action = String(decoding: head[..<sign], as: UTF8.self)
    path = String(decoding: head[(sign + 1)...], as: UTF8.self)
    let key = Array("SUBSYSTEM=".utf8)
    guard !action.isEmpty, let field = fields.dropFirst().first(where: { $0.starts(with: key) })
    else { return nil }
    subsystem = String(decoding: field.dropFirst(key.count), as: UTF8.self)
  }
}
