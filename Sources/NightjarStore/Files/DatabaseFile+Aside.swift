// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

extension DatabaseFile {
  /// Moves a damaged file and what belongs to it out of the way, for a person to look at.
  ///
  /// The log goes first: were the file moved and the log left behind by a crash in between, SQLite
  /// would play the old log into the new file.
  ///
  /// - Returns: Where the file lies now.
  func moveAside() throws(StoreError) -> String {
    var count = 1
    while Self.isTaken(path + ".corrupt-\(count)") {
      count += 1
    }
    let place = path + ".corrupt-\(count)"
    for suffix in ["-wal", "-shm", "-journal", ""] {
      guard rename(path + suffix, place + suffix) != 0, errno != ENOENT else { continue }
      let error = SystemError.last("rename", path + suffix)
      throw StoreError(.unusable, "a damaged file cannot be moved aside: \(error)")
    }
    Self.syncFolder(of: path)
    return place
  }

  private static func isTaken(_ path: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].contains { access(path + $0, F_OK) == 0 }
  }

  /// Makes a renaming durable; a file system that cannot do so has no harm to fear from it.
  static func syncFolder(of path: String) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = Glibc.open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
