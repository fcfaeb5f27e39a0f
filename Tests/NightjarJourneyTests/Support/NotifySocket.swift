// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem

/// Hears what a daemon tells its service manager, as sd_notify(3) describes it.
final class NotifySocket {
  private let socket: Descriptor

  init(path: String) throws {
    let number = Glibc.socket(
      AF_UNIX,
      Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0
    )
    guard number >= 0 else { throw SystemError.last("socket", path) }
    socket = Descriptor(owning: number)
    unlink(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) }
    }
    guard bound == 0 else { throw SystemError.last("bind", path) }
  }

  /// Waits for a message that has a line.
  ///
  /// - Returns: Whether it came, before `isOver` said that it will not.
  func wait(for line: String, isOver: () -> Bool) -> Bool {
    let end = Clocks.boot + Int64(patience) * 1_000_000
    var buffer = [UInt8](repeating: 0, count: 4096)
    while Clocks.boot < end {
      let count = recv(socket.number, &buffer, buffer.count, 0)
      if count > 0 {
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        if text.split(separator: "\n").contains(Substring(line)) { return true }
      } else {
        if isOver() { return false }
        var ready = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        // The daemon may end instead of saying anything, which this socket does not tell.
        poll(&ready, 1, 50)
      }
    }
    return false
  }
}
