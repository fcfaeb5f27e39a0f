// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// What the app lives through, one line of JSON each, in a file that tests wait on.
enum Trace {
  private struct Line: Encodable {
    var pid: Int32
    var event: String
    var task: String?
    var value: String?
  }

  private static let descriptor = open(
    "\(Script.folder)/trace.jsonl",
    O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC,
    0o600
  )

  static func write(_ event: String, task: String? = nil, value: String? = nil) {
    let line = Line(pid: getpid(), event: event, task: task, value: value)
    guard var bytes = try? JSONEncoder().encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    // One write each, so that lines of two processes are not mixed.
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
