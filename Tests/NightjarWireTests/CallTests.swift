// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `Calls` {
  @Test func `a call gets its answer`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let client = try bench.client()
    for text in ["", "a", "\u{0}", "\u{1F426}", String(repeating: "x", count: 200_000)] {
      #expect(try client.call(Example.Echo.self, .init(text: text)).text == text)
    }
  }

  @Test func `an error that a handler throws reaches the caller with its fields`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let client = try bench.client()
    let error = try #require(throws: WireError.self) {
      try client.call(Example.Refuse.self, .init(text: "tea"))
    }
    #expect(error.code == .refused)
    #expect(error.message == "no tea")
    let refused = error.reply?.decoded(as: Example.Refused.self)
    #expect(refused == Example.Refused(text: "tea", message: "no tea"))
    #expect(error.reply?.decoded(as: ServiceInterface.MethodNotFound.self) == nil)
    #expect(try client.call(Example.Echo.self, .init(text: "on")).text == "on")
  }

  @Test func `a call that is let go is answered with an internal error`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let client = try bench.client()
    let error = try #require(throws: WireError.self) {
      try client.call(Example.Forget.self, NoFields())
    }
    #expect(error.reply?.name == DaemonInterface.InternalError.name)
  }

  @Test func `a call can be answered later`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(frame: #"{"method":"org.example.test.Keep"}"#)
    peer.send(frame: #"{"method":"org.example.test.Echo","parameters":{"text":"second"}}"#)
    // The second call may not overtake the first, so nothing comes until the first is answered.
    let other = try bench.client()
    while bench.loop.perform({ $0.kept.count }) == 0 {
      _ = try other.call(Example.Echo.self, .init(text: "turn"))
    }
    #expect(!UnixSocket.wait(peer.descriptor, writing: false, milliseconds: 0))
    _ = bench.loop.perform { content in
      content.kept.removeFirst().reply(Example.Text(text: "first"))
    }
    #expect(peer.next() == #"{"parameters":{"text":"first"}}"#)
    #expect(peer.next() == #"{"parameters":{"text":"second"}}"#)
  }

  @Test func `an oneway call gets no answer and is carried out in its turn`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let client = try bench.client()
    try client.send(Example.Echo.self, .init(text: "one"))
    try client.send(Example.Forget.self, NoFields())
    try client.send(Example.Refuse.self, .init(text: "two"))
    #expect(try client.call(Example.Echo.self, .init(text: "three")).text == "three")
    #expect(bench.loop.perform { $0.onewayNotes } == ["one"])
  }

  @Test func `oneway calls are carried out though the caller is gone`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    var peer: RawPeer? = try bench.raw()
    peer?.send(frame: #"{"method":"org.example.test.Keep"}"#)
    for index in 1...20 {
      peer?.send(
        frame:
          #"{"method":"org.example.test.Echo","oneway":true,"parameters":{"text":"\#(index)"}}"#
      )
    }
    peer = nil
    let client = try bench.client()
    while bench.loop.perform({ $0.server.connections.count }) != 1 {
      _ = try client.call(Example.Echo.self, .init(text: "turn"))
    }
    #expect(bench.loop.perform { $0.onewayNotes } == (1...20).map(String.init))
  }

  @Test func `a stream answers until it is done, and then the connection serves the next call`()
    throws
  {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(frame: #"{"method":"org.example.test.Count","more":true,"parameters":{"to":3}}"#)
    peer.send(frame: #"{"method":"org.example.test.Count","parameters":{"to":3}}"#)
    peer.send(frame: #"{"method":"org.example.test.Echo","more":true,"parameters":{"text":"x"}}"#)
    #expect(peer.next() == #"{"continues":true,"parameters":{"number":1}}"#)
    #expect(peer.next() == #"{"continues":true,"parameters":{"number":2}}"#)
    #expect(peer.next() == #"{"parameters":{"number":3}}"#)
    #expect(peer.next() == #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#)
    #expect(peer.next() == #"{"parameters":{"text":"x"}}"#)
  }
}
