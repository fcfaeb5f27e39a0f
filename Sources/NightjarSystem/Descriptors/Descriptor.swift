// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The one owner of a descriptor, which closes it when it is let go.
package struct Descriptor: ~Copyable, Sendable {
  /// The number to make system calls with.
  package let number: Int32

  /// Takes over a descriptor that is open and that nobody else closes.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Hands the descriptor to the caller, who closes it from now on.
  ///
  /// - Returns: The number.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension Descriptor {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: What open(2) takes; the descriptor is always closed on exec.
  ///   - mode: The permissions of a file that is made.
  /// - Returns: The open descriptor.
  /// - Throws: `SystemError` when the file cannot be opened.
  package static func open(
    _ path: String,
    _ flags: Int32,
    mode: UInt32 = 0o600
  ) throws(SystemError) -> Self {
    while true {
      let number = Glibc.open(path, flags | O_CLOEXEC, mode)
      if number >= 0 { return Self(owning: number) }
      if errno != EINTR { throw .last("open", path) }
    }
  }
}
