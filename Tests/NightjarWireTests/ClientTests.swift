// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import Synchronization
import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `The client` {
  /// A client whose server is the test itself.
  private func pair() throws -> (WireClient, Int32) {
    let (ours, theirs) = try UnixSocket.pair()
    return (try WireClient(descriptor: theirs), ours)
  }

  private func write(_ text: String, to descriptor: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { UnixSocket.send(descriptor, $0) }
  }

  @Test func `no daemon is told from a daemon that fails`() throws {
    let error = try #require(throws: WireError.self) {
      try WireClient(path: "/tmp/nightjar-none-\(UUID().uuidString)/socket")
    }
    #expect(error.code == .notRunning)
    #expect(error.cause?.errno == ENOENT)
    #expect(error.message.contains("nightjar daemon"))
  }

  @Test func `a daemon that is silent times out, and the connection is spent`() throws {
    let (client, server) = try pair()
    defer { close(server) }
    let error = try #require(throws: WireError.self) {
      try client.call(Example.Keep.self, NoFields(), timeout: .milliseconds(30))
    }
    #expect(error.code == .timedOut)
    // The late answer must not be taken for that of the next call.
    write("{\"parameters\":{\"text\":\"late\"}}\0", to: server)
    let again = try #require(throws: WireError.self) {
      try client.call(Example.Keep.self, NoFields())
    }
    #expect(again.code == .timedOut)
  }

  @Test func `a daemon that goes away closes the connection`() throws {
    let (client, server) = try pair()
    close(server)
    let error = try #require(throws: WireError.self) {
      try client.call(Example.Keep.self, NoFields())
    }
    #expect(error.code == .closed)
  }

  @Test(
    arguments: [
      "hello\0", "[]\0", "\0", "{\"parameters\":{\"text\":5}}\0", "{\"parameters\":{}}\0",
      "{\"error\":7}\0",
    ]
  )
  func `an answer that cannot be read is an error`(answer: String) throws {
    let (client, server) = try pair()
    defer { close(server) }
    write(answer, to: server)
    let error = try #require(throws: WireError.self) {
      try client.call(Example.Keep.self, NoFields())
    }
    #expect(error.code == .badFrame)
  }

  @Test func `a path that is not a socket's connection is refused`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let error = #expect(throws: WireError.self) { try WireClient(descriptor: ends[1]) }
    #expect(error?.code == .system)
    // Whether it was closed, the reader knows; the number may be another test's by now.
    var reader = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&reader, 1, 10_000) == 1)
    #expect(reader.revents & Int16(POLLHUP) != 0)
  }

  @Test func `a stream gives its answers, then nothing`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let client = try bench.client()
    let stream = try client.stream(Example.Count.self, .init(to: 3))
    var numbers: [Int] = []
    while let reply = try stream.next(timeout: .seconds(20)) {
      numbers.append(reply.number)
    }
    #expect(numbers == [1, 2, 3])
    #expect(try stream.next() == nil)
    let error = try #require(throws: WireError.self) {
      try client.call(Example.Echo.self, .init(text: "x"))
    }
    #expect(error.message.contains("used by a stream"))
  }

  @Test func `a stream that waits can be closed from another thread`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let stream = try bench.client().stream(Example.Watch.self, NoFields())
    #expect(try stream.next(timeout: .seconds(20))?.number == 0)
    let ended = Mutex<WireError?>(nil)
    let semaphore = DispatchSemaphore(value: 0)
    let reader = Thread {
      do {
        _ = try stream.next()
      } catch {
        ended.withLock { $0 = error as? WireError }
      }
      semaphore.signal()
    }
    reader.start()
    stream.close()
    #expect(semaphore.wait(timeout: .now() + 20) == .success)
    #expect(ended.withLock { $0?.code } == .closed)
  }

  @Test func `an error ends a stream`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let stream = try bench.client().stream(Example.Refuse.self, .init(text: "it"))
    let error = try #require(throws: WireError.self) { try stream.next(timeout: .seconds(20)) }
    #expect(error.code == .refused)
    #expect(try stream.next() == nil)
  }

  @Test func `calls of many threads each get their own answer`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let client = try bench.client()
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let reply = try? client.call(
        Example.Echo.self,
        .init(text: "\(number)"),
        timeout: .seconds(20)
      )
      if reply?.text != "\(number)" { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
