// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A system call that failed: which one, on what, and why.
package struct SystemError: Error, Hashable, Sendable {
  /// The number of `errno`.
  package var errno: Int32

  /// The call that failed, such as `open`.
  package var call: String

  /// What it was called on, such as a path; may be empty.
  package var subject: String

  /// Makes an error from a number that is known already.
  package init(errno: Int32, call: String, subject: String = "") {
    self.errno = errno
    self.call = call
    self.subject = subject
  }

  /// Makes an error from what the last system call of this thread left in `errno`.
  package static func last(_ call: String, _ subject: String = "") -> Self {
    Self(errno: Glibc.errno, call: call, subject: subject)
  }
}

extension SystemError: CustomStringConvertible {
  /// One line: the subject, the call and the C library's words.
  package var description: String {
    let words = String(cString: strerror(errno))
    return subject.isEmpty ? "\(call): \(words)" : "\(call) \(subject): \(words)"
  }
}
