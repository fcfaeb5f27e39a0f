// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem

/// Why a journey cannot go on.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// How long a journey waits for anything: nothing takes so long unless it is broken.
let patience: Int32 = 20_000

extension EventLoop {
  /// Turns until something is there.
  ///
  /// - Parameters:
  ///   - what: Named in the error.
  ///   - milliseconds: When to give up.
  ///   - value: Looked at after each event of the loop, and ten times a second for what has none,
  ///     such as a process entry that goes away.
  /// - Returns: What is there.
  /// - Throws: `Failure` when it is not there in time.
  @discardableResult
  func wait<Value>(
    for what: @autoclosure () -> String,
    milliseconds: Int32 = patience,
    until value: () throws -> Value?
  ) throws -> Value {
    let end = Clocks.boot + Int64(milliseconds) * 1_000_000
    while true {
      if let value = try value() { return value }
      let left = (end - Clocks.boot) / 1_000_000
      guard left > 0 else { throw Failure("waited in vain for \(what())") }
      try turn(timeoutMilliseconds: Int32(min(left, 100)))
    }
  }
}
