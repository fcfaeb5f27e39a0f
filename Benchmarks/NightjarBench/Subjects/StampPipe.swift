// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSystem

/// A named pipe in which the fixture app leaves the moments that count.
final class StampPipe {
  /// Where it lies.
  let path: String

  private let descriptor: Int32

  /// Makes a pipe.
  ///
  /// - Throws: `SystemError` when it cannot be made.
  init(path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw SystemError.last("mkfifo", path) }
    // Open for writing too, so that the pipe does not end with each app.
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError.last("open", path) }
  }

  deinit {
    close(descriptor)
  }

  /// Waits for the next moment.
  ///
  /// - Returns: Nanoseconds on the boot clock.
  /// - Throws: `BenchError` when none comes in ten seconds.
  func next() throws -> Int64 {
    var digits: [UInt8] = []
    while digits.last != UInt8(ascii: "\n") {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 10_000) == 1 else { throw BenchError("the app did not run in 10 s") }
      var byte: UInt8 = 0
      if read(descriptor, &byte, 1) == 1 { digits.append(byte) }
    }
    guard let moment = Int64(String(decoding: digits.dropLast(), as: UTF8.self)) else {
      throw BenchError("the app wrote no time into the pipe")
    }
    return moment
  }
}
