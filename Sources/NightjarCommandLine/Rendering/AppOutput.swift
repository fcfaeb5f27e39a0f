// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarClient
internal import NightjarHost
internal import NightjarModel
internal import NightjarSystem
internal import NightjarWire

/// What an app printed while the daemon ran it.
struct AppOutput {
  let app: AppIdentifier
  let session: Session

  /// Prints the last lines, and goes on if asked to.
  ///
  /// - Throws: `Failure` when there is no such log; `OutputError`.
  func printLast(_ count: Int, follow: Bool) throws {
    let state = stateFolder
    let path = AppLog.path(of: app, stateFolder: state)
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      throw Failure(
        .unusable,
        "there is no output of \(app.rawValue): \(path) does not exist",
        remedy: "The daemon keeps what an app prints once it has launched it."
      )
    }
    do {
      let lines = try AppLog.lastLines(count, of: app, stateFolder: state)
      if session.isJSON, !follow {
        try session.write(["lines": .list(lines.map(object))])
      } else {
        for line in lines { try write(line) }
      }
      try session.output.flush()
      if follow { try self.follow(path, from: Int(facts.st_size)) }
    } catch let error as SystemError {
      throw Failure(.unusable, error.description)
    }
  }

  /// The state folder of the daemon that answers, else where one would have it.
  private var stateFolder: String {
    let status = try? session.daemon().status()
    return status?.stateDirectory ?? Places(environment: session.surroundings.environment).state
  }

  private func object(_ line: String) -> JSONText {
    ["app": .text(app.rawValue), "message": .text(line)]
  }

  private func write(_ line: String) throws(OutputError) {
    if session.isJSON {
      try session.write(object(line))
    } else {
      try session.write(Printable.text(line) + "\n")
    }
  }

  /// Prints what is appended; the daemon empties the file when it has grown too large.
  private func follow(_ path: String, from start: Int) throws {
    session.surroundings.interruptible(Interruption())
    let file = try Descriptor.open(path, O_RDONLY)
    let loop = try EventLoop()
    let watch = try FileWatch(on: loop)
    var hasChanged = true
    try watch.watch(path, for: [.modified, .removed]) { _, _ in hasChanged = true }
    var position = start
    var rest: [UInt8] = []
    while true {
      if hasChanged {
        hasChanged = false
        try drain(file.number, &position, &rest)
      }
      try loop.turn(timeoutMilliseconds: -1)
    }
  }

  private func drain(_ file: Int32, _ position: inout Int, _ rest: inout [UInt8]) throws {
    var facts = stat()
    if fstat(file, &facts) == 0, facts.st_size < position { position = 0 }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(file, &chunk, chunk.count, position)
      guard count > 0 else { break }
      position += count
      rest += chunk[..<count]
    }
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = lines.popLast().map(Array.init) ?? []
    for line in lines { try write(String(decoding: line, as: UTF8.self)) }
    try session.output.flush()
  }
}
