// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Tells one build of a program from the next without reading it.
struct ExecutableIdentity {
  /// Device, inode, size and time of change as one word; empty when the file cannot be examined.
  var text = ""

  /// Examines a file.
  ///
  /// - Parameter path: The executable; `/proc/self/exe` leads to the running one even after another
  ///   has taken its place.
  init(path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return }
    let parts = [
      String(facts.st_dev, radix: 16), String(facts.st_ino), String(facts.st_size),
      "\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)",
    ]
    text = parts.joined(separator: ":")
  }
}

/// What the file system says of a path, as far as finding an app needs it.
enum FileKind {
  case missing
  case folder
  case executable
  case file
  case other

  /// Follows symbolic links.
  init(at path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      self = .missing
      return
    }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG: self = facts.st_mode & 0o111 == 0 ? .file : .executable
    default: self = .other
    }
  }
}
