// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

@Suite struct ServiceTests {
  /// A datagram socket as a service manager binds it; `@` begins an abstract address.
  private func listen(_ address: String) throws -> Int32 {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(address.utf8)
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
    }
    try #require(result == 0)
    return number
  }

  private func receive(_ number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  @Test(arguments: ["file", "abstract"])
  func `a manager is told over its socket`(kind: String) throws {
    let folder = TemporaryFolder()
    let address =
      kind == "file" ? "\(folder.path)/notify" : "@nightjar-test-\(getpid())-\(Clocks.boot)"
    let manager = try listen(address)
    defer { close(manager) }
    let notify = try #require(ServiceNotify(environment: ["NOTIFY_SOCKET": address]))
    try notify.send([.ready, .status("two\nlines")])
    #expect(receive(manager) == "READY=1\nSTATUS=two lines")
    try notify.send([.reloading(monotonicMicroseconds: 12), .watchdog, .stopping])
    #expect(receive(manager) == "RELOADING=1\nMONOTONIC_USEC=12\nWATCHDOG=1\nSTOPPING=1")
  }

  @Test func `no manager, a gone manager and an endless address are no harm`() throws {
    #expect(ServiceNotify(environment: [:]) == nil)
    #expect(ServiceNotify(environment: ["NOTIFY_SOCKET": "vsock:2:1234"]) == nil)
    #expect(ServiceNotify(environment: ["NOTIFY_SOCKET": "@"]) == nil)
    let gone = try #require(ServiceNotify(environment: ["NOTIFY_SOCKET": "/no/such/socket"]))
    #expect(throws: SystemError(errno: ENOENT, call: "sendto", subject: "/no/such/socket")) {
      try gone.send([.ready])
    }
    let path = "/" + String(repeating: "a", count: 108)
    let long = try #require(ServiceNotify(environment: ["NOTIFY_SOCKET": path]))
    #expect(throws: SystemError(errno: ENAMETOOLONG, call: "sendto", subject: path)) {
      try long.send([.ready])
    }
  }

  @Test func `the watchdog is for the process that it names`() {
    let usec = "WATCHDOG_USEC"
    #expect(ServiceNotify.watchdogInterval(environment: [usec: "5"], pid: 1) == 5000)
    #expect(
      ServiceNotify.watchdogInterval(environment: [usec: "5", "WATCHDOG_PID": "2"], pid: 1) == nil
    )
    for broken in ["", "0", "-1", "x", "9223372036854775807"] {
      #expect(ServiceNotify.watchdogInterval(environment: [usec: broken], pid: 1) == nil)
    }
  }

  @Test func `sockets are taken only by the process that they are meant for`() {
    let variables = ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "varlink"]
    let sockets = SocketActivation.parse(environment: variables, pid: 7)
    #expect(sockets.map(\.descriptor) == [3, 4])
    #expect(sockets.map(\.name) == ["varlink", "unknown"])
    #expect(SocketActivation.parse(environment: variables, pid: 8).isEmpty)
    for count in ["", "-1", "0", "99999999999", "x"] {
      let broken = variables.merging(["LISTEN_FDS": count]) { $1 }
      #expect(SocketActivation.parse(environment: broken, pid: 7).isEmpty)
    }
  }

  @Test func `sockets that are taken are closed on exec, and their variables are gone`() async {
    await #expect(processExitsWith: .success) {
      while fcntl(3, F_GETFD) < 0 { _ = dup(0) }
      setenv("LISTEN_PID", String(getpid()), 1)
      setenv("LISTEN_FDS", "1", 1)
      let sockets = SocketActivation.take()
      let isClosedOnExec = fcntl(3, F_GETFD) & FD_CLOEXEC != 0
      let isGone = getenv("LISTEN_PID") == nil && getenv("LISTEN_FDS") == nil
      let again = SocketActivation.take()
      let isRight = sockets.map(\.descriptor) == [3] && again.isEmpty
      exit(isRight && isClosedOnExec && isGone ? 0 : 1)
    }
  }

  @Test func `a file lock is held by one at a time`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/lock"
    do {
      let held = try FileLock(path)
      #expect(throws: SystemError(errno: EWOULDBLOCK, call: "flock", subject: path)) {
        _ = try FileLock(path)
      }
      _ = consume held
    }
    _ = try FileLock(path)
  }
}
