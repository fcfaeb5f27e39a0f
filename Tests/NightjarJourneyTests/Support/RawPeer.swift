// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem

/// A peer that sends whatever bytes it is told to, and many calls before it reads an answer.
final class RawPeer {
  private let socket: Descriptor
  private var received: [UInt8] = []

  init(path: String) throws {
    socket = Descriptor(owning: try UnixSocket.make(isBlocking: true))
    try UnixSocket.connect(socket.number, to: path)
  }

  /// Sends all bytes.
  ///
  /// - Throws: `Failure` when the other end hangs up meanwhile.
  func send(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure("the daemon has hung up") }
      start += count
    }
  }

  /// Sends calls, each with the NUL that ends it.
  func send(_ frames: [String]) throws {
    try send(frames.flatMap { Array($0.utf8) + [0] })
  }

  /// Waits for so many answers.
  func receive(_ count: Int) throws -> [String] {
    var frames: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while frames.count < count, let end = received.firstIndex(of: 0) {
        frames.append(String(decoding: received[..<end], as: UTF8.self))
        received.removeFirst(end + 1)
      }
      if frames.count == count { return frames }
      let length = recv(socket.number, &buffer, buffer.count, 0)
      guard length > 0 else { throw Failure("the daemon has hung up after \(frames.count)") }
      received += buffer[..<length]
    }
  }
}
