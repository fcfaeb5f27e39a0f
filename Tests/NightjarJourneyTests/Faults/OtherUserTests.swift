// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import NightjarWire
import Testing

/// Somebody else on the machine.
///
/// Only root can become somebody else, so only root runs this.
@Suite(.serialized, .ownThread, .enabled(if: geteuid() == 0))
struct OtherUserTests {
  /// Connects as another user, calls, and prints how many bytes came back.
  private static let program = """
    import os, socket, sys
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(10)
    try:
        peer.connect(sys.argv[1])
    except PermissionError:
        print("the way is barred"); sys.exit(0)
    answer = b""
    try:
        peer.sendall(b'{"method":"org.varlink.service.GetInfo"}\\0')
        answer = peer.recv(100)
    except (BrokenPipeError, ConnectionResetError):
        pass
    print(len(answer), "bytes")
    """

  @Test
  func `another user does not get to the socket, and gets nothing where they do`() throws {
    let daemon = try RunningDaemon()
    #expect(try call(daemon) == "the way is barred\n")
    for folder in [daemon.folder.path, "\(daemon.folder.path)/run"] { chmod(folder, 0o755) }
    chmod(daemon.socket, 0o777)
    #expect(try call(daemon) == "0 bytes\n")
    #expect(try daemon.connect().call(DaemonInterface.Status.self, .init()).pid == Int(daemon.pid))
  }

  private func call(_ daemon: RunningDaemon) throws -> String {
    let output = "\(daemon.folder.path)/other-\(UInt32.random(in: 0...(.max)))"
    let python = try ChildProcess(
      "/usr/bin/env",
      ["python3", "-c", Self.program, daemon.socket],
      environment: [:],
      output: output,
      on: daemon.loop
    )
    try #require(try python.wait() == .exited(0), "\(python.text)")
    return python.text
  }
}
