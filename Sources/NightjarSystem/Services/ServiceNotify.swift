// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Tells the service manager how this program is doing, as sd_notify(3) describes it.
package struct ServiceNotify: Sendable {
  /// What can be told.
  package enum State: Hashable, Sendable {
    /// The service has started, or has read its settings again.
    case ready

    /// The service is about to end.
    case stopping

    /// The service reads its settings again, since this moment on CLOCK_MONOTONIC.
    case reloading(monotonicMicroseconds: Int64)

    /// One line for people.
    case status(String)

    /// The service is alive.
    case watchdog

    fileprivate var line: String {
      switch self {
      case .ready: "READY=1"
      case .stopping: "STOPPING=1"
      case .reloading(let moment): "RELOADING=1\nMONOTONIC_USEC=\(moment)"
      case .status(let text):
        "STATUS=\(text.split(whereSeparator: \.isNewline).joined(separator: " "))"
      case .watchdog: "WATCHDOG=1"
      }
    }
  }

  private let address: String

  /// Takes the manager's address from the environment.
  ///
  /// There is none when no manager wants to know, or when it speaks other than by a Unix socket.
  ///
  /// - Parameter environment: The variables of this process.
  package init?(environment: [String: String]) {
    guard let address = environment["NOTIFY_SOCKET"], address.utf8.count > 1,
      address.hasPrefix("/") || address.hasPrefix("@")
    else { return nil }
    self.address = address
  }

  /// How often the manager wants to hear ``State/watchdog``.
  ///
  /// - Parameters:
  ///   - environment: The variables of this process.
  ///   - pid: The number of this process; a manager may mean another one.
  /// - Returns: Nanoseconds, of which half is a good interval; `nil` when it does not care.
  package static func watchdogInterval(environment: [String: String], pid: Int32) -> Int64? {
    guard let text = environment["WATCHDOG_USEC"], let microseconds = Int64(text),
      microseconds > 0
    else { return nil }
    if let owner = environment["WATCHDOG_PID"], owner != String(pid) { return nil }
    let (nanoseconds, isTooLong) = microseconds.multipliedReportingOverflow(by: 1000)
    return isTooLong ? nil : nanoseconds
  }

  /// Tells the manager, without waiting for it.
  ///
  /// - Parameter states: What to tell, in one message.
  /// - Throws: `SystemError` when the manager cannot be reached; the service goes on regardless.
  package func send(_ states: [State]) throws(SystemError) {
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = socket(AF_UNIX, kind, 0)
    guard number >= 0 else { throw .last("socket", address) }
    let socket = Descriptor(owning: number)

    var bytes = Array(address.utf8)
    // The first byte of an abstract address is zero, and no zero ends it: unix(7).
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: name.sun_path)
    guard bytes.count <= (isAbstract ? room : room - 1) else {
      throw SystemError(errno: ENAMETOOLONG, call: "sendto", subject: address)
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    let end = MemoryLayout<sockaddr_un>.size - room + bytes.count
    let length = socklen_t(isAbstract ? end : end + 1)
    let message = Array(states.map(\.line).joined(separator: "\n").utf8)
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let sent = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(socket.number, message, message.count, flags, $0, length)
      }
    }
    guard sent == message.count else { throw .last("sendto", address) }
  }
}
