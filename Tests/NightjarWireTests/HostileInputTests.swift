// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `Hostile input` {
  @Test func `a frame in pieces of one byte is a call`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    for byte in #"{"method":"org.example.test.Echo","parameters":{"text":"slow"}}"#.utf8 {
      peer.send([byte])
    }
    peer.send([0])
    #expect(peer.next() == #"{"parameters":{"text":"slow"}}"#)
  }

  @Test func `pipelined calls are answered in their order`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    let calls = (0..<500).map {
      #"{"method":"org.example.test.Echo","parameters":{"text":"\#($0)"}}"# + "\0"
    }
    peer.send(Array(calls.joined().utf8))
    for number in 0..<500 {
      #expect(peer.next() == #"{"parameters":{"text":"\#(number)"}}"#)
    }
  }

  @Test(
    arguments: [
      (#"{"method":"org.example.other.Echo"}"#, "InterfaceNotFound", "org.example.other"),
      (#"{"method":"org.example.test.Nothing"}"#, "MethodNotFound", "org.example.test.Nothing"),
      (#"{"method":"org.example.test."}"#, "MethodNotFound", "org.example.test."),
      (#"{"method":"Echo"}"#, "MethodNotFound", "Echo"),
      (#"{"method":".Echo"}"#, "MethodNotFound", ".Echo"),
      (#"{"method":""}"#, "MethodNotFound", ""),
      (
        #"{"method":"org.example.test.Missing"}"#, "MethodNotImplemented",
        "org.example.test.Missing"
      ),
      (#"{"method":"org.example.test.Echo"}"#, "InvalidParameter", "text"),
      (#"{"method":"org.example.test.Echo","parameters":null}"#, "InvalidParameter", "text"),
      (#"{"method":"org.example.test.Echo","parameters":[]}"#, "InvalidParameter", "parameters"),
      (#"{"method":"org.example.test.Echo","parameters":{"text":5}}"#, "InvalidParameter", "text"),
      (
        #"{"method":"org.example.test.Count","more":true,"parameters":{"to":1e999}}"#,
        "InvalidParameter", "to"
      ),
      (
        #"{"method":"org.example.test.Count","parameters":{"to":99999999999999999999}}"#,
        "InvalidParameter", "to"
      ),
      (
        #"{"method":"org.example.test.Count","parameters":{"to":1.5}}"#, "InvalidParameter", "to"
      ),
      (#"{"method":"org.example.test.Keep","upgrade":true}"#, "InvalidParameter", "upgrade"),
      (
        #"{"method":"org.example.test.Keep","more":"yes"}"#, "InvalidParameter",
        "oneway, more or upgrade"
      ),
    ]
  )
  func `what is wrong with a call is answered by name`(
    call: String,
    error: String,
    value: String
  ) throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(frame: call)
    let reply = try #require(peer.next())
    #expect(reply.contains(#""error":"org.varlink.service.\#(error)""#))
    #expect(reply.contains(":\"\(value)\"}"))
    peer.send(frame: #"{"method":"org.example.test.Echo","parameters":{"text":"on"}}"#)
    #expect(peer.next() == #"{"parameters":{"text":"on"}}"#)
  }

  @Test func `unknown fields are ignored`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(
      frame:
        #"{"method":"org.example.test.Echo","new":[{}],"parameters":{"text":"x","more":{"a":[1]}}}"#
    )
    #expect(peer.next() == #"{"parameters":{"text":"x"}}"#)
  }

  @Test(
    arguments: [
      Array("hello".utf8), Array("[]".utf8), Array("{}".utf8), Array("\"x\"".utf8), Array("1".utf8),
      [], Array(#"{"method":5}"#.utf8), Array(#"{"method":"a.B""#.utf8), [0xFF, 0xFE, 0x41],
      Array(#"{"method":"a.B","x":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8),
      [UInt8](repeating: UInt8(ascii: "["), count: 100_000),
      Array(#"{"method":"a.B","parameters":"#.utf8)
        + [UInt8](repeating: UInt8(ascii: "["), count: 100_000),
    ]
  )
  func `what is not a call is answered once and the connection closed`(frame: [UInt8]) throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(frame + [0])
    let reply = try #require(peer.next())
    #expect(reply.contains(#""error":"io.nightjar.Daemon.BadFrame""#))
    #expect(peer.isClosedByPeer())
    #expect(try bench.client().call(Example.Echo.self, .init(text: "on")).text == "on")
  }

  @Test func `a frame beyond the limit is answered once and the connection closed`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    // Its NUL never comes; the server may close before all is sent.
    peer.send([UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20))
    let reply = try #require(peer.next())
    #expect(reply.contains("1048576 bytes"))
    #expect(peer.isClosedByPeer())
  }

  @Test func `a storm of NULs ends its own connection only`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send([UInt8](repeating: 0, count: 2 << 20))
    #expect(try #require(peer.next()).contains("BadFrame"))
    #expect(peer.isClosedByPeer())
    #expect(try bench.client().call(Example.Echo.self, .init(text: "on")).text == "on")
  }

  @Test func `a peer that closes in the middle of an answer does no harm`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    for size in [1, 100_000, 900_000] {
      let peer = try bench.raw()
      let text = String(repeating: "y", count: size)
      peer.send(frame: #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"#)
    }
    let client = try bench.client()
    while bench.loop.perform({ $0.server.connections.count }) != 1 {
      _ = try client.call(Example.Echo.self, .init(text: "turn"))
    }
    #expect(try client.call(Example.Echo.self, .init(text: "on")).text == "on")
  }

  @Test func `a peer that says it is done sending still gets its answers`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let peer = try bench.raw()
    peer.send(frame: #"{"method":"org.example.test.Echo","parameters":{"text":"1"}}"#)
    peer.send(frame: #"{"method":"org.example.test.Keep"}"#)
    peer.finishSending()
    #expect(peer.next() == #"{"parameters":{"text":"1"}}"#)
    _ = bench.loop.perform { content in
      content.kept.removeFirst().reply(Example.Text(text: "2"))
    }
    #expect(peer.next() == #"{"parameters":{"text":"2"}}"#)
    #expect(peer.isClosedByPeer())
  }

  @Test
  func `a hundred thousand mutated pieces do not bring the server down`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    var dice = Frames.Dice(state: 7)
    let good = [
      #"{"method":"org.example.test.Echo","parameters":{"text":"é"}}"#,
      #"{"method":"org.example.test.Count","more":true,"parameters":{"to":2}}"#,
      #"{"method":"org.varlink.service.GetInfo","oneway":true}"#,
    ].map { Array($0.utf8) + [0] }
    var peer = try bench.raw()
    for _ in 0..<100_000 {
      var piece = good[Int.random(in: 0..<good.count, using: &dice)]
      for _ in 0..<Int.random(in: 0...2, using: &dice) {
        piece[Int.random(in: 0..<piece.count, using: &dice)] = UInt8.random(
          in: 0...255,
          using: &dice
        )
      }
      let start = Int.random(in: 0..<piece.count, using: &dice)
      if !peer.send(piece[start...]) { peer = try bench.raw() }
      peer.discard()
    }
    #expect(try bench.client().call(Example.Echo.self, .init(text: "on")).text == "on")
  }
}
