// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// The few lines of socket code that the text protocols of the peers need.
final class PeerSocket {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Connects to a Unix socket.
  ///
  /// - Throws: `SystemError` when nobody listens there.
  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError.last("socket") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw BenchError("\(path) is too long for a socket; set TMPDIR to a shorter path")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { throw SystemError.last("connect", path) }
  }

  deinit {
    close(descriptor)
  }

  /// Sends a command and waits for the line that answers it.
  ///
  /// - Parameters:
  ///   - command: The bytes of the command.
  ///   - answer: How the answer must begin.
  /// - Throws: `SystemError` when the peer is gone, `BenchError` when it answers something else.
  func ask(_ command: [UInt8], for answer: StaticString) throws {
    guard send(descriptor, command, command.count, Int32(MSG_NOSIGNAL)) == command.count
    else { throw SystemError.last("send") }
    var used = 0
    repeat {
      let count = buffer.withUnsafeMutableBytes { bytes in
        recv(descriptor, bytes.baseAddress?.advanced(by: used), bytes.count - used, 0)
      }
      guard count > 0 else { throw SystemError.last("recv") }
      used += count
    } while buffer[used - 1] != UInt8(ascii: "\n")
    let isRight = answer.withUTF8Buffer { buffer.prefix(used).starts(with: $0) }
    guard isRight else {
      throw BenchError("unexpected answer: \(String(decoding: buffer.prefix(used), as: UTF8.self))")
    }
  }
}
