// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// Bytes that wait until a socket takes them.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  /// How many bytes wait.
  var count: Int { bytes.count - start }

  /// Takes over bytes to send.
  mutating func append(_ frame: [UInt8]) {
    if start == bytes.count {
      bytes = frame
      start = 0
    } else {
      bytes.append(contentsOf: frame)
    }
  }

  /// Sends as much as the socket takes.
  ///
  /// - Parameter descriptor: A connected socket.
  /// - Returns: Whether the connection is still good.
  mutating func send(to descriptor: Int32) -> Bool {
    while start < bytes.count {
      switch bytes.withUnsafeBytes({ UnixSocket.send(descriptor, .init(rebasing: $0[start...])) }) {
      case .moved(let count): start += count
      case .wouldBlock:
        compact()
        return true
      case .ended, .failed: return false
      }
    }
    bytes = []
    start = 0
    return true
  }

  /// Gives back what is sent, once it is the larger part, so that each byte moves at most once.
  private mutating func compact() {
    guard start > bytes.count / 2 else { return }
    bytes.removeFirst(start)
    start = 0
  }
}
