// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

/// A connected socket that lives until nobody uses it, so that its number is never another's.
final class ClientSocket: Sendable {
  private let descriptor: Int32

  /// Takes over a connected socket.
  ///
  /// - Parameter descriptor: Closed with this object, and when this throws.
  /// - Throws: `WireError.Code.system` when it is not a connected Unix stream socket.
  init(adopting descriptor: Int32) throws(WireError) {
    self.descriptor = descriptor
    guard UnixSocket.isStream(descriptor, listening: false) else {
      throw WireError(
        SystemError(errno: EINVAL, call: "adopt", subject: "descriptor \(descriptor)")
      )
    }
    try WireError.wrapping { () throws(SystemError) in
      try UnixSocket.makeNonBlocking(descriptor)
    }
  }

  /// Connects to the server at a path.
  ///
  /// - Parameters:
  ///   - path: The server's socket.
  ///   - timeout: How long to wait while the server is too busy to take the connection.
  /// - Throws: `WireError`: `.notRunning`, `.timedOut`, `.untrusted` or `.system`.
  convenience init(path: String, timeout: TimeSpan) throws(WireError) {
    let descriptor = try WireError.wrapping { () throws(SystemError) in
      try UnixSocket.make(isBlocking: true)
    }
    do throws(WireError) {
      try Self.connect(descriptor, to: path, timeout: timeout)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    try self.init(adopting: descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Ends the connection; threads that wait on it wake up.
  func shutDown() {
    UnixSocket.shutDown(descriptor)
  }

  /// Sends all bytes.
  ///
  /// - Parameters:
  ///   - bytes: One frame.
  ///   - deadline: When to give up; `nil` waits without end.
  /// - Returns: Whether all went; false when the server has closed the connection.
  /// - Throws: `WireError.Code.timedOut` when the server does not read.
  func send(_ bytes: [UInt8], before deadline: Instant?) throws(WireError) -> Bool {
    var start = 0
    while start < bytes.count {
      switch bytes.withUnsafeBytes({
        UnixSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
      }) {
      case .moved(let count): start += count
      case .wouldBlock: try wait(writing: true, before: deadline)
      case .ended, .failed: return false
      }
    }
    return true
  }

  /// Waits for bytes.
  ///
  /// - Parameters:
  ///   - buffer: Where they go.
  ///   - deadline: When to give up; `nil` waits without end.
  /// - Returns: How many came; 0 when the connection has ended.
  /// - Throws: `WireError.Code.timedOut` when none came in time.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer,
    before deadline: Instant?
  ) throws(WireError) -> Int {
    while true {
      switch UnixSocket.receive(descriptor, into: buffer) {
      case .moved(let count): return count
      case .wouldBlock: try wait(writing: false, before: deadline)
      case .ended, .failed: return 0
      }
    }
  }

  private func wait(writing: Bool, before deadline: Instant?) throws(WireError) {
    var milliseconds: Int32 = -1
    if let deadline {
      let left = (deadline - Instant(nanoseconds: Clocks.boot)).nanoseconds
      guard left > 0 else {
        throw WireError(.timedOut, "the daemon did not answer in time; try again or restart it")
      }
      milliseconds = Int32(clamping: left / 1_000_000 + 1)
    }
    _ = UnixSocket.wait(descriptor, writing: writing, milliseconds: milliseconds)
  }

  private static func connect(
    _ descriptor: Int32,
    to path: String,
    timeout: TimeSpan
  ) throws(WireError) {
    // A limit of 0 would mean none: socket(7).
    UnixSocket.limitWaiting(descriptor, nanoseconds: max(1_000_000, timeout.nanoseconds))
    do {
      try SocketAddress.withAddress(of: path) { address throws(SystemError) in
        try UnixSocket.connect(descriptor, to: address)
      }
    } catch {
      throw reason(error, path: path)
    }
    let peer = try WireError.wrapping { () throws(SystemError) in
      try UnixSocket.credentials(of: descriptor)
    }
    // A socket that systemd made for us names root as its owner: systemd.socket(5).
    guard peer.uid == geteuid() || peer.uid == 0 else {
      throw WireError(
        .untrusted,
        "\(path) is served by user \(peer.uid), not by user \(geteuid()); name another socket"
      )
    }
  }

  private static func reason(_ error: SystemError, path: String) -> WireError {
    switch error.errno {
    case ENOENT, ECONNREFUSED, ENOTDIR:
      WireError(
        .notRunning,
        "no daemon answers at \(path); start it with `nightjar daemon`",
        cause: error
      )
    case EAGAIN:
      WireError(.timedOut, "the daemon at \(path) takes no connections; restart it", cause: error)
    case EACCES, EPERM:
      WireError(
        .untrusted,
        "\(path) cannot be opened by this user; name a socket of your own",
        cause: error
      )
    default: WireError(error)
    }
  }
}
