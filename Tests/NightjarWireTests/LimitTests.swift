// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarWire

@Suite(.serialized, .timeLimit(.minutes(2))) struct `Limits` {
  @Test func `a thousand connections are served at once`() async {
    await #expect(processExitsWith: .success) {
      allowDescriptors(4096)
      let bench = try TestBench()
      let peers = try (0..<1000).map { _ in try bench.raw() }
      for (number, peer) in peers.enumerated() {
        peer.send(frame: #"{"method":"org.example.test.Echo","parameters":{"text":"\#(number)"}}"#)
      }
      for (number, peer) in peers.enumerated() {
        #expect(peer.next() == #"{"parameters":{"text":"\#(number)"}}"#)
      }
      #expect(bench.loop.perform { $0.server.connections.count } == 1000)
      bench.stop()
    }
  }

  @Test func `a connection too many is told so and closed`() throws {
    let bench = try TestBench(limits: WireLimits(connections: 2))
    defer { bench.stop() }
    var first: WireClient? = try bench.client()
    let second = try bench.client()
    for client in [first, second] {
      #expect(try client?.call(Example.Echo.self, .init(text: "in")).text == "in")
    }
    let error = try #require(throws: WireError.self) {
      try bench.client().call(Example.Echo.self, .init(text: "out"))
    }
    #expect(error.reply?.decoded(as: DaemonInterface.Overloaded.self)?.connections == 2)
    first = nil
    while bench.loop.perform({ $0.server.connections.count }) != 1 {
      _ = try second.call(Example.Echo.self, .init(text: "turn"))
    }
    #expect(try bench.client().call(Example.Echo.self, .init(text: "in")).text == "in")
  }

  @Test func `without descriptors a peer is turned away and the server goes on`() async {
    await #expect(processExitsWith: .success) {
      allowDescriptors(128)
      let bench = try TestBench()
      var fillers: [Int32] = []
      while true {
        let filler = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard filler >= 0 else { break }
        fillers.append(filler)
      }
      // One for this end, none for the server's.
      close(fillers.removeLast())
      let peer = try bench.raw()
      #expect(try #require(peer.next()).contains("io.nightjar.Daemon.Overloaded"))
      #expect(peer.isClosedByPeer())
      for filler in fillers {
        close(filler)
      }
      #expect(try bench.client().call(Example.Echo.self, .init(text: "on")).text == "on")
      bench.stop()
    }
  }

  @Test func `a stream to a reader that does not read is closed`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(frame: #"{"method":"org.example.test.Watch","more":true}"#)
    #expect(peer.next() == #"{"continues":true,"parameters":{"number":0}}"#)
    let text = String(repeating: "z", count: 100_000)
    let sent = bench.loop.perform { content in
      var sent = 0
      while content.closed == 0, sent < 1000 {
        content.kept[0].reply(Example.Text(text: text), continues: true)
        sent += 1
      }
      return sent
    }
    // 4 MiB and what the kernel's buffers hold, in pieces of 100 kB.
    #expect(try #require(sent) < 100)
    #expect(bench.loop.perform { $0.server.connections.count } == 0)
  }

  @Test func `a caller that does not read its answers is waited for`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    let text = String(repeating: "w", count: 500_000)
    let call = #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"# + "\0"
    let count = 40
    // A thread of its own sends, since the server stops reading before all is sent.
    let sender = Thread { [descriptor = peer.descriptor] in
      let bytes = Array(String(repeating: call, count: count).utf8)
      var start = 0
      while start < bytes.count {
        switch bytes.withUnsafeBytes({
          UnixSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
        }) {
        case .moved(let moved): start += moved
        case .wouldBlock: _ = UnixSocket.wait(descriptor, writing: true, milliseconds: 20_000)
        case .ended, .failed: return
        }
      }
    }
    sender.start()
    let client = try bench.client()
    for _ in 0..<200 {
      #expect(try client.call(Example.Echo.self, .init(text: "turn")).text == "turn")
    }
    for _ in 0..<count {
      #expect(peer.next()?.utf8.count == text.utf8.count + 26)
    }
  }

  @Test func `half frames cost no more than their bytes and others are served`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peers = try (0..<50).map { _ in try bench.raw() }
    for peer in peers {
      peer.send(Array(#"{"method":"#.utf8))
    }
    #expect(try bench.client().call(Example.Echo.self, .init(text: "on")).text == "on")
    let held = bench.loop.perform { content in
      content.server.connections.values.map(\.splitter.heldBytes).max() ?? 0
    }
    #expect(try #require(held) <= 10)
    #expect(peers.count == 50)
  }
}

/// Sets how many descriptors this process may have.
private func allowDescriptors(_ count: rlim_t) {
  var limit = rlimit(rlim_cur: count, rlim_max: count)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
