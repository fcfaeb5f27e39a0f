// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// A network of its own, unshare(2) with CLONE_NEWNET, for the length of a closure.
enum NetworkNamespace {
  /// Whether this process may make one, and links in it: root may where the kernel has veth(4).
  static let isAvailable = (try? run { try $0.addLinks() }) != nil

  /// A thread that is alone in its network; its child processes are in there with it.
  struct Inside {
    /// Runs `ip`, and fails unless it succeeds.
    func ip(_ words: String) throws {
      let arguments = ["ip"] + words.split(separator: " ").map(String.init)
      let status = try spawn(arguments)
      guard status == 0 else { throw Failure(what: "ip \(words): status \(status)") }
    }

    /// Makes two links that are plugged into one another, `night0` with an address, and `day0`.
    func addLinks() throws {
      try ip("link add night0 type veth peer name day0")
      try ip("addr add 192.0.2.1/24 dev night0")
      try ip("link set night0 up")
      try ip("link set day0 up")
    }

    private func spawn(_ arguments: [String]) throws -> Int32 {
      var pointers = arguments.map { strdup($0) } + [nil]
      defer { for pointer in pointers { free(pointer) } }
      var pid = pid_t()
      let error = posix_spawnp(&pid, "ip", nil, nil, &pointers, environ)
      guard error == 0 else { throw Failure(what: "posix_spawnp ip: \(error)") }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }

  struct Failure: Error {
    var what: String
  }

  /// Runs a closure on a new thread in a new network.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable (Inside) throws -> Result
  ) throws -> Result {
    let box = Box(Swift.Result<Result, any Error>.failure(Failure(what: "the thread did not run")))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let result = Swift.Result {
        try enter()
        return try body(Inside())
      }
      box.value.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return try box.value.withLock { $0 }.get()
  }

  private final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) {
      self.value = Mutex(value)
    }
  }

  /// Glibc's overlay hides unshare(2) behind _GNU_SOURCE, so it is looked up by name.
  private static func enter() throws {
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let symbol = dlsym(nil, "unshare") else { throw Failure(what: "no unshare") }
    let newNetwork: Int32 = 0x4000_0000
    // unshare(2) has this signature on every Linux.
    guard unsafeBitCast(symbol, to: Unshare.self)(newNetwork) == 0 else {
      throw Failure(what: "unshare: \(errno)")
    }
  }
}
