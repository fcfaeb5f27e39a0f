// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// A lock on a file that one process at a time can hold; it ends with the process (flock(2)).
package struct FileLock: ~Copyable, Sendable {
  private let file: Descriptor

  /// Takes the lock, without waiting for it.
  ///
  /// - Parameter path: The lock's file, which is made when it is missing and never removed: whoever
  ///   waits on a removed file would lock nothing.
  /// - Throws: `SystemError` with EWOULDBLOCK when another process holds it.
  package init(_ path: String) throws(SystemError) {
    let opened = try Descriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    guard flock(opened.number, LOCK_EX | LOCK_NB) == 0 else { throw .last("flock", path) }
    file = opened
  }

  deinit {
    // A child that is being started shares the open file until its program begins.
    flock(file.number, LOCK_UN)
  }
}
