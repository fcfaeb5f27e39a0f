// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `Peers` {
  @Test func `a peer is known by its process and its start`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(frame: #"{"method":"org.example.test.Echo","parameters":{"text":"x"}}"#)
    #expect(peer.next() != nil)
    let seen = try #require(bench.loop.perform { $0.server.connections.values.first?.peer } ?? nil)
    #expect(seen.process.pid == getpid())
    #expect(seen.process.startTicks > 0)
    #expect(seen.uid == geteuid())
    #expect(!seen.isAdopted)
  }

  @Test func `a socket that was handed over counts as the process it was handed to`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let (ours, theirs) = try UnixSocket.pair()
    let child = ProcessIdentity(pid: 4711, startTicks: 42)
    let adopted = bench.loop.perform { content in
      (try? content.server.adopt(ours, as: child))?.peer
    }
    let peer = try #require(adopted ?? nil)
    #expect(peer.process == child)
    #expect(peer.isAdopted)
    let client = try WireClient(descriptor: theirs)
    #expect(try client.call(Example.Echo.self, .init(text: "child")).text == "child")
  }

  @Test func `what is told of a connection's end is told once`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    var peer: RawPeer? = try bench.raw()
    peer?.send(frame: #"{"method":"org.example.test.Watch","more":true}"#)
    #expect(peer?.next() != nil)
    peer = nil
    let client = try bench.client()
    while bench.loop.perform({ $0.server.connections.count }) != 1 {
      _ = try client.call(Example.Echo.self, .init(text: "turn"))
    }
    #expect(bench.loop.perform { $0.closed } == 1)
    // An answer that comes too late goes nowhere.
    _ = bench.loop.perform { $0.kept[0].reply(Example.Number(number: 1)) }
    #expect(try client.call(Example.Echo.self, .init(text: "on")).text == "on")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can run a program as another user"))
  func `another user gets nothing`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    chmod(bench.folder, 0o755)
    chmod(bench.path, 0o666)
    let script = """
      use Socket; $SIG{PIPE} = "IGNORE"; socket(my $s, PF_UNIX, SOCK_STREAM, 0) or die; \
      connect($s, sockaddr_un("\(bench.path)")) or die "connect: $!"; \
      syswrite($s, "{\\"method\\":\\"org.varlink.service.GetInfo\\"}\\0"); \
      my $n = sysread($s, my $b, 100); print "got ", ($n // "error");
      """
    let output = try Self.run(
      "setpriv",
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", "perl", "-e", script]
    )
    // The server closes with bytes unread, which the kernel reports as a reset.
    #expect(output == "got 0" || output == "got error")
    #expect(try bench.client().call(Example.Echo.self, .init(text: "on")).text == "on")
  }

  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
