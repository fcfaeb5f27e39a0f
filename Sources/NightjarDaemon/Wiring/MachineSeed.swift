// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// A number that is always the same on this machine and another one on others.
enum MachineSeed {
  /// Makes it of machine-id(5), else of the host's name.
  ///
  /// It only has to differ and stays on this machine, so it need not hide what it is made of.
  static func read() -> Int64 {
    let paths = ["/etc/machine-id", "/proc/sys/kernel/hostname"]
    let texts = paths.compactMap { try? KernelFile.text(of: $0) }
    return number(texts.first { !$0.isEmpty } ?? "")
  }

  /// FNV-1a of a text.
  static func number(_ text: String) -> Int64 {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }
}
