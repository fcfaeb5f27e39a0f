// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

/// Turns a loop until something holds; a test that waits in vain fails after ten seconds.
func turn(
  _ loop: EventLoop,
  until isDone: () -> Bool,
  location: SourceLocation = #_sourceLocation
) throws {
  let deadline = Clocks.boot + 10_000_000_000
  while !isDone() {
    guard Clocks.boot < deadline else {
      Issue.record("what was waited for did not happen", sourceLocation: location)
      return
    }
    try loop.turn(timeoutMilliseconds: 50)
  }
}

/// A folder that is removed with the object.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/nightjar-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit {
    remove(path)
  }

  func file(_ name: String, _ text: String, mode: mode_t = 0o644) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    let bytes = Array(text.utf8)
    write(descriptor, bytes, bytes.count)
    close(descriptor)
    return file
  }

  private func remove(_ path: String) {
    guard let folder = opendir(path) else {
      unlink(path)
      return
    }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        remove("\(path)/\(name)")
      } else {
        unlink("\(path)/\(name)")
      }
    }
    closedir(folder)
    rmdir(path)
  }
}

/// Both ends of a pipe; both are closed with the object.
final class Pipe {
  let readEnd: Int32
  private(set) var writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// Everything until the last writer is gone.
  func readAll() -> String {
    closeWriteEnd()
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(readEnd, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
