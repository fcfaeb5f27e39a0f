// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `Frames` {
  /// Numbers that are the same in every run; SplitMix64.
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test func `a half frame waits for its rest`() throws {
    var splitter = FrameSplitter()
    splitter.append(Array("{\"a\"".utf8))
    #expect(try splitter.next() == nil)
    splitter.append(Array(":1}\0{".utf8))
    #expect(try splitter.next() == Array("{\"a\":1}".utf8))
    #expect(try splitter.next() == nil)
    #expect(splitter.heldBytes == 1)
  }

  @Test func `many frames in one piece come out one by one`() throws {
    var splitter = FrameSplitter()
    splitter.append((0..<1000).flatMap { Array("\($0)".utf8) + [0] })
    for number in 0..<1000 {
      #expect(try splitter.next() == Array("\(number)".utf8))
    }
    #expect(try splitter.next() == nil)
    #expect(splitter.heldBytes == 0)
  }

  @Test func `a run of NULs is as many empty frames`() throws {
    var splitter = FrameSplitter(limit: 4)
    splitter.append([UInt8](repeating: 0, count: 10_000))
    for _ in 0..<10_000 {
      #expect(try splitter.next() == [])
    }
    #expect(try splitter.next() == nil)
  }

  @Test func `a frame of exactly the limit passes and one more byte does not`() throws {
    var splitter = FrameSplitter(limit: 8)
    splitter.append(Array("12345678\0123456789".utf8))
    #expect(try splitter.next() == Array("12345678".utf8))
    // Its NUL has not come yet, and need not: it is too long already.
    let error = #expect(throws: WireError.self) { try splitter.next() }
    #expect(error?.code == .frameTooLong)
  }

  @Test func `a hundred thousand random pieces come out as what went in`() throws {
    var dice = Dice(state: 20_301)
    var splitter = FrameSplitter(limit: 4096)
    var expected: [UInt8] = []
    var taken: [UInt8] = []
    for _ in 0..<100_000 {
      let piece = (0..<Int.random(in: 0...12, using: &dice)).map { _ in
        UInt8.random(in: 0...9, using: &dice)
      }
      expected += piece
      splitter.append(piece)
      while let frame = try splitter.next() {
        taken += frame + [0]
      }
    }
    #expect(taken.count + splitter.heldBytes == expected.count)
    #expect(taken[...] == expected.prefix(taken.count))
  }
}
