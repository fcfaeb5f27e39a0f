// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Names the present boot of the machine, so that instants of another boot are not taken for ours.
enum BootIdentifier {
  /// What the kernel says, random(4); `nil` where `/proc` is missing.
  static func current() -> String? {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    let text = bytes.prefix(max(0, count)).prefix { $0 != 0x0a }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}
