// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A server that answers the first call of each connection with fixed frames and hangs up.
final class CannedServer: Sendable {
  let path: String
  private let listener: Int32

  /// Listens at a path; throws `POSIXError` when that cannot be done.
  init(path: String, frames: [String], staysOpen: Bool = false) throws {
    self.path = path
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    listener = descriptor
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        Self.serve(connection, frames)
        if !staysOpen { close(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ connection: Int32, _ frames: [String]) {
    var byte: UInt8 = 1
    while byte != 0, read(connection, &byte, 1) == 1 {}
    for frame in frames {
      let bytes = Array(frame.utf8) + [0]
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          send(
            connection,
            $0.baseAddress?.advanced(by: sent),
            bytes.count - sent,
            Int32(MSG_NOSIGNAL)
          )
        }
        guard count > 0 else { return }
        sent += count
      }
    }
  }
}
