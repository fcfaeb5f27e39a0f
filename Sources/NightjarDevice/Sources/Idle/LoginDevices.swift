// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// The terminals at which people log in; the kernel keeps when each was last typed at, see w(1).
struct LoginDevices {
  /// Where to look.
  var folders: MachineFolders

  /// When the last key was pressed at any of them, to the eight seconds the kernel gives.
  ///
  /// - Returns: Nanoseconds since 1970; nil when there is no terminal, or nobody ever typed.
  var lastInput: Int64? {
    let terminals = names(in: folders.devices)
      .filter { $0.hasPrefix("tty") && Int($0.dropFirst(3)) ?? 0 > 0 }
      .map { "\(folders.devices)/\($0)" }
    // `ptmx` is the multiplexer, and not a terminal.
    let pseudo = names(in: folders.pseudoTerminals)
      .filter { Int($0) != nil }
      .map { "\(folders.pseudoTerminals)/\($0)" }
    return (terminals + pseudo).compactMap { try? KernelFile.lastAccess(of: $0) }.max()
  }

  private func names(in folder: String) -> [String] {
    (try? KernelFile.names(in: folder)) ?? []
  }
}
