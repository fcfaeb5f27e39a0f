// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Sockets that the service manager opened for this program, as sd_listen_fds(3) describes them.
package enum SocketActivation {
  /// One socket that was handed over.
  package struct Socket: Hashable, Sendable {
    /// The open descriptor, which the caller owns.
    package var descriptor: Int32

    /// Its name from `LISTEN_FDNAMES`; `unknown` when it has none.
    package var name: String
  }

  /// The number of the first socket that is handed over.
  package static let firstDescriptor: Int32 = 3

  /// Takes the sockets over: they are closed on exec, and the variables are gone afterwards.
  ///
  /// Called before any thread is started, since the C library does not lock its environment.
  ///
  /// - Returns: The sockets; empty when none were handed to this process.
  package static func take() -> [Socket] {
    let sockets = parse(environment: OwnEnvironment.all(), pid: getpid())
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"] {
      unsetenv(name)
    }
    return sockets.filter { socket in
      // A number that is not open is a lie of the environment.
      fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) == 0
    }
  }

  /// Reads which sockets the variables speak of.
  ///
  /// - Parameters:
  ///   - environment: The variables.
  ///   - pid: The number of this process; variables meant for another one are ignored.
  /// - Returns: The sockets; empty when the variables are missing or make no sense.
  package static func parse(environment: [String: String], pid: Int32) -> [Socket] {
    guard environment["LISTEN_PID"] == String(pid),
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), (1...4096).contains(count)
    else { return [] }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(
      separator: ":",
      omittingEmptySubsequences: false
    )
    return (0..<count).map { index in
      let name = Int(index) < names.count ? String(names[Int(index)]) : ""
      return Socket(descriptor: firstDescriptor + index, name: name.isEmpty ? "unknown" : name)
    }
  }
}
