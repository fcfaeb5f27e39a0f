// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSystem

@testable import NightjarWire

/// A peer that sends whatever bytes it is told to.
final class RawPeer {
  let descriptor: Int32
  private var splitter = FrameSplitter(limit: 64 << 20)

  init(path: String) throws {
    descriptor = try UnixSocket.make(isBlocking: true)
    try UnixSocket.connect(descriptor, to: path)
    try UnixSocket.makeNonBlocking(descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Sends all bytes, or fewer when the other end is gone; gives up after 20 s.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var start = 0
    while start < bytes.count {
      switch bytes.withUnsafeBytes({
        UnixSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
      }) {
      case .moved(let count): start += count
      case .wouldBlock:
        guard UnixSocket.wait(descriptor, writing: true, milliseconds: 20_000) else { return false }
      case .ended, .failed: return false
      }
    }
    return true
  }

  /// Sends a text and a NUL.
  @discardableResult
  func send(frame text: String) -> Bool { send(Array(text.utf8) + [0]) }

  /// Says that nothing more will be sent.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Waits for a frame; `nil` when the other end closed, or said nothing for 20 s.
  func next() -> String? {
    while true {
      if let frame = try? splitter.next() { return String(decoding: frame, as: UTF8.self) }
      guard let bytes = read() else { return nil }
      splitter.append(bytes)
    }
  }

  /// Waits for some bytes; `nil` when the other end closed, or said nothing for 20 s.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      switch bytes.withUnsafeMutableBytes({ UnixSocket.receive(descriptor, into: $0) }) {
      case .moved(let count): return Array(bytes[..<count])
      case .wouldBlock:
        guard UnixSocket.wait(descriptor, writing: false, milliseconds: 20_000) else { return nil }
      case .ended, .failed: return nil
      }
    }
  }

  /// Whether the other end closes the connection without a further frame.
  func isClosedByPeer() -> Bool {
    while UnixSocket.wait(descriptor, writing: false, milliseconds: 20_000) {
      var byte: UInt8 = 0
      switch withUnsafeMutableBytes(of: &byte, { UnixSocket.receive(descriptor, into: $0) }) {
      case .moved: return false
      case .wouldBlock: continue
      case .ended, .failed: return true
      }
    }
    return false
  }
}

extension RawPeer {
  /// Throws away what is there, without waiting.
  func discard() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case .moved = bytes.withUnsafeMutableBytes({
      UnixSocket.receive(descriptor, into: $0)
    }) {}
  }
}
