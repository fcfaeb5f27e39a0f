// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// The folder that holds a daemon's files, claimed for one process until this value goes away.
///
/// The claim is a `flock` on the file `lock`, which holds the owner's process number for people;
/// the kernel lets go of it when the process ends, however it ends (flock(2)).
package final class StateDirectory: Sendable {
  /// The folder's path.
  package let path: String
  private let lock: Int32

  /// Makes the folder if it is missing, only for its owner, and claims it.
  ///
  /// - Parameter path: An absolute path.
  /// - Throws: `StoreError` with `locked` when another daemon has it, `unusable` when it cannot be
  ///   made, belongs to somebody else or cannot be written.
  package init(path: String) throws(StoreError) {
    try Self.makeFolders(path)
    try Self.checkOwner(path)
    let file = path + "/lock"
    let lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      let error = SystemError.last("open", file)
      throw StoreError(
        .unusable,
        "the state folder cannot be written: \(error); choose another with --state"
      )
    }
    do throws(StoreError) {
      try Self.claim(lock, folder: path)
    } catch {
      close(lock)
      throw error
    }
    self.path = path
    self.lock = lock
  }

  deinit {
    // A child between fork and exec still has the descriptor, and would keep the claim (flock(2)).
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  private static func makeFolders(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeFolders(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    let error = SystemError.last("mkdir", path)
    throw StoreError(
      .unusable,
      "the state folder cannot be made: \(error); choose another with --state"
    )
  }

  private static func checkOwner(_ path: String) throws(StoreError) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError(.unusable, "\(path) is no folder; choose another with --state")
    }
    // Whoever owns the folder can put other files in place of ours. The superuser may use any.
    guard facts.st_uid == geteuid() || geteuid() == 0 else {
      throw StoreError(
        .unusable,
        "the state folder \(path) belongs to user \(facts.st_uid), not to user \(geteuid()); "
          + "choose another with --state"
      )
    }
    guard facts.st_mode & 0o022 == 0 else {
      throw StoreError(
        .unusable,
        "the state folder \(path) can be written by others; run `chmod go-w \(path)` or choose "
          + "another with --state"
      )
    }
  }

  private static func claim(_ lock: Int32, folder: String) throws(StoreError) {
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let failure = errno
      guard failure == EWOULDBLOCK else {
        let error = SystemError(errno: failure, call: "flock", subject: folder + "/lock")
        throw StoreError(.unusable, "the state folder cannot be claimed: \(error)")
      }
      throw StoreError(
        .locked,
        "another nightjard (process \(owner(lock))) uses \(folder); stop it, or choose another "
          + "folder with --state"
      )
    }
    // The number is for people; a full disk must not keep the daemon from starting.
    ftruncate(lock, 0)
    var text = "\(getpid())\n"
    _ = text.withUTF8 { pwrite(lock, $0.baseAddress, $0.count, 0) }
  }

  private static func owner(_ lock: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(lock, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
  }
}
